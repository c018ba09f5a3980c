// The server's own methods and their types, as generated from the server's field lists.
import type { Requests } from './protocol.generated';

export type Method = keyof Requests;
export type Params<M extends Method> = Requests[M]['params'];
export type Result<M extends Method> = Requests[M]['result'];

export { methods } from './protocol.generated';
export type * from './protocol.generated';
