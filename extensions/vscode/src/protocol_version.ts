// Compares the protocol versions of two programs by the rules of docs/PROTOCOL.md.
import { protocolVersion } from './protocol.generated';

function numbers(version: string): number[] {
  return version.split('.').map(Number);
}

// Whether the first version is newer. A program without a version is older than all others.
export function isNewer(version: string | undefined, than: string | undefined): boolean {
  if (version === undefined || than === undefined) return version !== undefined;
  const [a, b] = [numbers(version), numbers(than)];
  const at = a.findIndex((number, i) => number !== b[i]);
  return at >= 0 && a[at] > b[at];
}

// A warning about a server with this version; undefined if the difference does no harm.
export function whyOtherProtocol(version: string | undefined): { message: string; hint: string } | undefined {
  const said = version ?? 'unknown';
  if (version !== undefined && numbers(version)[0] === numbers(protocolVersion)[0] && !isNewer(protocolVersion, version))
    return undefined;
  const older = version === undefined || isNewer(protocolVersion, version);
  return {
    message: `The nsys-ai server speaks protocol ${said}, this extension ${protocolVersion}: some of it may not work.`,
    hint: older
      ? 'Install the program of this extension\'s release, or clear the setting that names another.'
      : 'Install the extension of the program\'s release.',
  };
}
