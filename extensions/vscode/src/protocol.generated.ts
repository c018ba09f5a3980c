// The types and names of the nsys/ methods. Made by protocol-emit from protocol/*.h; not to be edited.

export const protocolVersion = "0.1.0";

/** The methods by name. */
export const methods = {
  /** Measures source files with this profile from now on. */
  activateProfile: "nsys/activateProfile",
  /** Where the same steps are in two profiles, to align their timelines. */
  alignedTimes: "nsys/alignedTimes",
  /** Has a language model put an answer in words, and checks each figure of it; or says why not. */
  answerInWords: "nsys/answerInWords",
  /** Answers a question in words, or says why not. */
  ask: "nsys/ask",
  /** What may follow what is typed of a question. */
  askComplete: "nsys/askComplete",
  /** Closes a profile; its memory is freed once running requests end. */
  closeProfile: "nsys/closeProfile",
  /** Compares the ranks of two runs: which became slower, and whether it works or waits. */
  compareRanks: "nsys/compareRanks",
  /** Asks the editor's own model, of clients that set `editor` as the model. */
  completeWithModel: "nsys/completeWithModel",
  /** Compares two open profiles, or two sets of runs: a verdict, how sure it is, and where the time went. */
  diff: "nsys/diff",
  /** The text of a document that the server makes. */
  document: "nsys/document",
  /** The card that a hover over the target shows. */
  explain: "nsys/explain",
  /** Stacks of CPU samples or of launches, merged into a tree, with what they take. */
  flame: "nsys/flame",
  /** Does what a person did on a frame, and draws it again. */
  frameInput: "nsys/frameInput",
  /** Opens overview, timeline or tree as text, for keys. */
  frameOpen: "nsys/frameOpen",
  /** The document that describes a target, and its line there. */
  locate: "nsys/locate",
  /** A person agrees, or no longer agrees, that the model of nsys/modelStatus is sent what it says. */
  modelConsent: "nsys/modelConsent",
  /** Shows what was sent to language models. */
  modelSent: "nsys/modelSent",
  /** Whether a language model can be asked, which, and what it would be sent. */
  modelStatus: "nsys/modelStatus",
  /** Serves the profile to Perfetto in the user's browser. */
  openInPerfetto: "nsys/openInPerfetto",
  /** Opens a profile. Opening a file that is open gives the same handle. */
  openProfile: "nsys/openProfile",
  /** Serves nsys-ai's own timeline of the profile to the user's browser. */
  openTimeline: "nsys/openTimeline",
  /** What an open profile holds. */
  profileInfo: "nsys/profileInfo",
  /** The profiles that are open. */
  profiles: "nsys/profiles",
  /** Reads the tables of a profile with one SELECT. */
  query: "nsys/query",
  /** Reads the captures of one run together: which rank is slow, whether always, and who waits for it. */
  ranks: "nsys/ranks",
  /** Writes the report on a run of inference, as Markdown and as data. */
  report: "nsys/report",
  /** Asks a skill its question. */
  runSkill: "nsys/runSkill",
  /** The questions that can be asked. */
  skills: "nsys/skills",
  /** How the server is doing: memory, profiles, requests under way. */
  status: "nsys/status",
  /** What a place of a text names: what a hover there is about. */
  targetAt: "nsys/targetAt",
  /** What a screen can show of a part of the run. */
  timeline: "nsys/timeline",
  /** Marks a place of the run in the workspace. */
  timelineBookmark: "nsys/timelineBookmark",
  /** Where an event is drawn, and what it hangs together with. */
  timelineRelated: "nsys/timelineRelated",
  /** What bears a name, wherever the timeline draws it. */
  timelineSearch: "nsys/timelineSearch",
  /** What is known of a part of the run, or the answer of a skill there. */
  timelineWindow: "nsys/timelineWindow",
  /** A page to draw. */
  viewOpen: "nsys/viewOpen",
  /** Asks for a key that the client keeps: it goes through a pipe, since messages end up in logs. */
  writeModelKey: "nsys/writeModelKey",
} as const;

/** What each request takes and gives. */
export interface Requests {
  "nsys/activateProfile": { params: ProfileParams; result: null };
  "nsys/alignedTimes": { params: AlignedTimesParams; result: AlignedTimesResult };
  "nsys/answerInWords": { params: AnswerInWordsParams; result: Words };
  "nsys/ask": { params: AskParams; result: AskAnswer };
  "nsys/askComplete": { params: AskCompleteParams; result: AskCompletions };
  "nsys/closeProfile": { params: ProfileParams; result: null };
  "nsys/compareRanks": { params: CompareRanksParams; result: RanksComparison };
  "nsys/completeWithModel": { params: CompleteWithModelParams; result: CompleteWithModelResult };
  "nsys/diff": { params: DiffParams; result: Comparison };
  "nsys/document": { params: DocumentParams; result: DocumentResult };
  "nsys/explain": { params: ExplainParams; result: ExplainResult };
  "nsys/flame": { params: FlameParams; result: FlameResult };
  "nsys/frameInput": { params: FrameInputParams; result: FrameResult };
  "nsys/frameOpen": { params: FrameOpenParams; result: FrameResult };
  "nsys/locate": { params: LocateParams; result: Location };
  "nsys/modelConsent": { params: ModelConsentParams; result: ModelStatus };
  "nsys/modelSent": { params: ModelSentParams; result: ModelSentResult };
  "nsys/modelStatus": { params: ModelStatusParams; result: ModelStatus };
  "nsys/openInPerfetto": { params: OpenInPerfettoParams; result: OpenInPerfettoResult };
  "nsys/openProfile": { params: OpenProfileParams; result: ProfileInfo };
  "nsys/openTimeline": { params: OpenTimelineParams; result: OpenTimelineResult };
  "nsys/profileInfo": { params: ProfileParams; result: ProfileInfo };
  "nsys/profiles": { params: ProfilesParams; result: ProfilesResult };
  "nsys/query": { params: QueryParams; result: Answer };
  "nsys/ranks": { params: RanksParams; result: RankReport };
  "nsys/report": { params: ReportParams; result: ReportResult };
  "nsys/runSkill": { params: RunSkillParams; result: Answer };
  "nsys/skills": { params: SkillsParams; result: SkillsResult };
  "nsys/status": { params: StatusParams; result: StatusResult };
  "nsys/targetAt": { params: HoverParams; result: TargetAtResult | null };
  "nsys/timeline": { params: TimelineParams; result: Timeline };
  "nsys/timelineBookmark": { params: TimelineBookmarkParams; result: TimelineBookmarkResult };
  "nsys/timelineRelated": { params: TimelineRelatedParams; result: TimelineRelatedResult };
  "nsys/timelineSearch": { params: TimelineSearchParams; result: TimelineMatches };
  "nsys/timelineWindow": { params: TimelineWindowParams; result: TimelineWindowResult };
  "nsys/viewOpen": { params: ViewOpenParams; result: ViewOpenResult };
  "nsys/writeModelKey": { params: WriteModelKeyParams; result: WriteModelKeyResult };
}

export interface AlignedPlace {
  /** In words: step 3. */
  name: string;
  /** When it ran in the base, on the clock of that capture. */
  before: TimeWindow;
  /** When it ran in the other capture, on its clock. */
  after: TimeWindow;
}

export interface AlignedTimesParams {
  /** The handle of the base, or its path. */
  before: string;
  /** The handle of what is compared with it, or its path. */
  after: string;
}

export interface AlignedTimesResult {
  /** What the units of work are; empty where the captures have none in common. */
  unit: string;
  /** Units of one number, in their order; 2,000 at most. */
  places: AlignedPlace[];
}

export interface Answer {
  /** nsys-ai.answer/1. */
  schema: string;
  /** The question. */
  skill: string;
  /** rows, empty (it ran and there is nothing) or cannot_answer (the capture lacks what it needs). */
  outcome: Outcome;
  /** Why there are no rows. */
  reason?: string;
  /** What to capture to make it answerable. */
  needs?: string[];
  /** Which part of the capture the answer speaks of. */
  scope: AnswerScope;
  /** What the rows carry. */
  columns: ColumnInfo[];
  /** One object a row, with a member for each column. */
  rows: Record<string, Scalar>[];
  /** How many rows there are before `limit`; of a query that was cut, how many are here. */
  total_rows: Integer;
  /** Whether rows are left out: by `limit`, or because a reply holds 1 MiB. */
  truncated: boolean;
  /** The `offset` to ask with for the rows that follow; absent when none do. */
  next_offset?: Integer;
  /** What a reader has to know, one sentence each. */
  notes: string[];
}

export interface AnswerInWordsParams {
  /** The handle. */
  profile: string;
  /** What is asked. Without it and a target: what is to be said of the whole run. */
  question?: string;
  /** Instead: what is to be explained, such as kernel:1234. */
  target?: string;
  /** The member `understood` of the answer that the question refers back to. */
  after?: string;
  /** What was asked and answered before in the same conversation, the oldest first. */
  earlier?: EarlierExchange[];
  /** Whether terms are to be explained to somebody who is new to GPUs. */
  teach?: boolean;
  /** Gives what was answered before, at no cost, or nothing. */
  keptOnly?: boolean;
  /** Asks for pieces under this token while the model writes. */
  partialResultToken?: Token;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

export interface AnswerScope {
  /** CUDA ordinals, sorted, each once. */
  devices: Integer[];
  /** The part of the capture. */
  window: TimeWindow;
}

export interface AskAnswer {
  /** nsys-ai.ask/2. */
  schema: string;
  /** answered; closest, where it is not sure that this was asked; or refused. */
  outcome: string;
  /** The question as a program asks it (the tool ask_query). Absent where it was not read. */
  query?: unknown;
  /** The same as a sentence, to be edited and asked again. */
  understood?: string;
  /** One sentence that answers, and what follows from it. */
  text: string;
  /** The first is what was asked for; times in ns, shares in [0, 1]. */
  facts: AskFact[];
  /** Why there is no answer. */
  reason?: string;
  /** What to capture to make it answerable. */
  capture?: string[];
  /** The SELECT behind the answer, or one to start from where there is none, for nsys/query. */
  sql?: string;
  /** Sentences of the question that ask nothing. */
  setAside?: string[];
  /** Sentences near the question that can be asked. */
  instead?: string[];
  /** What was asked of the profile: statements and skills. In replies of nsys/ask alone. */
  plan?: string[];
}

export interface AskCompleteParams {
  /** The handle. */
  profile: string;
  /** What is typed of the question, up to the cursor. */
  question: string;
  /** How many items at most, 1 to 200. Default: 20. */
  most?: Integer;
}

export interface AskCompletion {
  /** Takes the place of the question from `from` on. */
  text: string;
  /** What it is, in a word or two, such as kernel; may be empty. */
  detail: string;
}

export interface AskCompletions {
  /** Where in the question the word begins that is completed, in UTF-16 code units. */
  from: Integer;
  /** Whether the question as it is typed can be asked. */
  whole: boolean;
  /** The best first. */
  items: AskCompletion[];
}

export interface AskFact {
  /** What it is. */
  name: string;
  /** A number, or a text where what was asked for is a name. */
  value: Scalar;
  /** ns, bytes, count, share (in [0, 1]) or GB/s; empty for names. */
  unit: string;
  /** Which part of the capture it speaks of. */
  scope: string;
  /** Events to look at. */
  refs: string[];
}

export interface AskParams {
  /** The handle. */
  profile: string;
  /** The question, in English. */
  question: string;
  /** The question before, to which this one refers back: `and on GPU 1?` */
  after?: string;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

export type Block = Heading | Paragraph | Facts | PageTable | PageFinding | Form | Links | CopyMenu | PlainText | DeferredBlock | Folded | Picture | Flame;

export interface BrokenSkill {
  /** The file. */
  path: string;
  /** What is wrong in it, with the line where one is to blame. */
  message: string;
  /** What to do; may be empty. */
  hint: string;
}

export interface BudgetRow {
  /** compute, communication, copies, launch, device or other. */
  use: string;
  /** A typical unit of the base. */
  beforeNs: Integer;
  /** A typical unit of the other side. */
  afterNs: Integer;
  /** The difference; those of all rows sum to that of the typical unit. */
  changeNs: Integer;
}

export type CardBlock = CardParagraph | CardItem | CardTable | CardRule | CardNote | TimelineLink;

export interface CardColumn {
  /** What stands above it. */
  title: string;
  /** Whether it is set to the right. */
  number?: boolean;
}

export interface CardItem {
  kind: "item";
  /** One behind the other. Items that follow each other are one list. */
  words: CardSpan[];
}

export interface CardNote {
  kind: "note";
  /** What was not read, as a sentence. */
  text: string;
}

export interface CardParagraph {
  kind: "paragraph";
  /** One behind the other. */
  words: CardSpan[];
}

export interface CardRule {
  kind: "rule";
}

export interface CardSpan {
  /** The text, as it is to be read. */
  text: string;
  /** Its style; absent for plain text. */
  style?: SpanStyle;
  /** The target of the link, for nsys/explain; absent where it is no link. */
  target?: string;
}

export interface CardTable {
  kind: "table";
  /** From left to right. */
  columns: CardColumn[];
  /** The words of one cell a column, by row. */
  rows: CardSpan[][][];
}

export interface Cell {
  /** The text. */
  text: string;
  /** What it names; can be given to nsys/explain. */
  target?: string;
  /** In [0, 1], drawn as a bar. */
  share?: number;
  /** Whether it is set to the right. */
  number?: boolean;
  /** How deep its row lies in a tree; 0 where it is left out. */
  indent?: number;
  /** What it leads to. */
  view?: ViewLink;
  /** The view whose table has the rows below this one. */
  children?: ViewLink;
  /** Of a column's head: how the rows are sorted by it. */
  sorted?: Sorted;
}

export interface ClockRow {
  /** The capture. */
  file: string;
  /** What its clock was aligned by: collectives, session start, or none. */
  from: string;
  /** How much its session start is ahead of the middle of all captures; subtracted. */
  aheadNs: Integer;
  /** How much it gains on the others, in millionths. */
  driftPpm: number;
  /** The median distance of ends from that; none where nothing was matched. */
  residualNs?: Integer;
  /** Of how many collectives. */
  ends: Integer;
}

export interface CollectiveChangeRow {
  /** What it does. */
  operation: string;
  /** The size of the message, where a payload states it. */
  bytes?: Integer;
  /** The participants: numbers of communicators differ between runs. */
  ranks: string[];
  /** slower or faster, by the transfer; unchanged, uncertain or notTested, as of a rank; added or removed. */
  change: string;
  /** How many were matched in the base. */
  beforeInstances: Integer;
  /** How many on the other side. */
  afterInstances: Integer;
  /** The median duration of the shortest participant. */
  beforeTransferNs: Integer;
  /** The same of the other side. */
  afterTransferNs: Integer;
  /** What all participants waited in one, on average. */
  beforeWaitNs: Integer;
  /** The same of the other side. */
  afterWaitNs: Integer;
  /** Of the transfer after / before, 95 %. */
  interval?: RatioBounds;
}

export interface CollectiveRow {
  /** As NCCL's payloads number it; else the stream whose collectives were matched. */
  communicator: string;
  /** The captures do not state communicators: matched by order, where ends agree. */
  byOrder: boolean;
  /** Calls of MPI: their times are those of the host. */
  host: boolean;
  /** What it does. */
  operation: string;
  /** The size of the message, where a payload states it. */
  bytes?: Integer;
  /** The participants in these captures. */
  ranks: string[];
  /** How many ranks the communicator has, where a payload states it. */
  statedRanks?: Integer;
  /** How many were matched on all of them. */
  instances: Integer;
  /** For each the duration of its shortest participant, summed over instances. */
  transferNs: Integer;
  /** The rest of all participants, summed. */
  waitNs: Integer;
  /** The median transfer. */
  medianTransferNs: Integer;
  /** The longest that a rank waited in one. */
  longestWaitNs: Integer;
  /** Bus bandwidth as nccl-tests define it, by the median transfer, in 10^9 bytes per second. */
  busGBps?: number;
  /** The rank that came last most often. */
  mostOftenLast: string;
  /** How often it did. */
  last: Integer;
  /** Of how many in which somebody clearly did. */
  lastOf: Integer;
}

export interface ColumnInfo {
  /** The name by which rows carry it. */
  name: string;
  /** integer, real or text. */
  type: string;
  /** What it counts; empty for plain text. */
  unit: string;
  /** What it means. */
  doc: string;
}

export interface CompareRanksParams {
  /** The captures of the base: profiles, and folders below which all profiles are taken. */
  before: string[];
  /** The same of what is compared with it. */
  after: string[];
  /** Takes ranks that captures do not state from `rank3` in names of files, and says so. */
  ranksByName?: boolean;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

export interface ComparedSide {
  /** One for each run. */
  files: string[];
  /** The models, one for each GPU. */
  gpus: string[];
  /** The versions of Nsight Systems that wrote the files, each once. */
  profilers: string[];
  /** The versions of NVIDIA's driver, each once; empty where no file says. */
  drivers: string[];
  /** How many units of work were measured, over all runs and GPUs. */
  units: Integer;
  /** The primary figure: the median of the medians of the runs. */
  medianNs: Integer;
  /** The same of the time in which the GPU worked, a unit. */
  busyNs: Integer;
  /** The same of the time in which it did not. */
  idleNs: Integer;
  /** The mean over the middle half of the units, of which budget and parts speak. */
  typicalNs: Integer;
  /** The median of each run. */
  runMediansNs: Integer[];
}

export interface Comparison {
  /** nsys-ai.comparison/1. */
  schema: string;
  /** regression, improvement or noChange of the program; slower or faster in these captures; or inconclusive. */
  verdict: string;
  /** program, or captures where there are too few runs to speak of the program. */
  of: string;
  /** The verdict in a sentence, with how sure it is. */
  text: string;
  /** Why it is inconclusive. */
  reason?: string;
  /** What one unit of work is. */
  unit: string;
  /** step, repeat, kernel, or none. */
  unitKind: string;
  /** The base. */
  before: ComparedSide;
  /** What is compared with it. */
  after: ComparedSide;
  /** The figure after / before. */
  ratio?: number;
  /** The wider of the two intervals of 95 %, which decides. */
  interval?: RatioBounds;
  /** By Welch's t on the logs of run medians, or t on pairs of runs. */
  runInterval?: RatioBounds;
  /** By drawing runs, then units within them (2,000 draws, fixed seed). */
  drawnInterval?: RatioBounds;
  /** Whether runs alternated and were compared in pairs. */
  pairs: boolean;
  /** The noise floor: how far equal sets of runs of the base differ, as a share. */
  floor?: number;
  /** The change that this many runs find in 80 % of cases, as a share. */
  detectable?: number;
  /** The runs a side that would find the change seen in 80 % of cases. */
  runsNeeded?: Integer;
  /** What would make it surer. */
  more?: string;
  /** What became of the cause that was asked for, whose finding is then the first. */
  hypothesis?: string;
  /** Where it went: up to three sentences, the largest part first. */
  causes: string[];
  /** What to do next. */
  lookAt: string[];
  /** Where a typical unit spends its time; the rows sum to it. */
  budget: BudgetRow[];
  /** The same by kernel, copy and gap, by their part of the change. */
  parts: PartRow[];
  /** Causes of the book that came, went or stayed. */
  findings: FindingChange[];
  /** What a reader has to know, one sentence each. */
  notes: string[];
}

export interface CompleteWithModelParams {
  /** What the model is given first. */
  system: string;
  /** The conversation so far. */
  messages: ModelMessage[];
  /** What it may call. */
  tools: ModelTool[];
  /** How much it may write. */
  mostOutputTokens: Integer;
}

export interface CompleteWithModelResult {
  /** Which model of the editor answered. */
  model: string;
  /** What it said. */
  text: string;
  /** The tools that it calls. */
  calls?: ModelToolCall[];
  /** What it read, where the editor counts it. */
  inputTokens?: Integer;
  /** What it wrote, where the editor counts it. */
  outputTokens?: Integer;
}

export interface CopiedView {
  /** The format. */
  name: string;
  /** The view whose text is copied. */
  view: ViewLink;
}

export interface CopyMenu {
  kind: "copies";
  /** What they are. */
  label: string;
  /** What can be copied. */
  views: CopiedView[];
}

export interface DeferredBlock {
  kind: "later";
  /** The view whose blocks take its place; it answers once they are known. */
  view: ViewLink;
  /** What is under way. */
  text: string;
  /** For how many lines of text a place is kept, so that what stands below does not move. */
  lines: number;
}

export interface DiffParams {
  /** The handles of the base, one for each run; or the name of one baseline of the workspace. */
  before: string[];
  /** The same of what is compared with it. */
  after: string[];
  /** Only these GPUs, as CUDA numbers them. Default: all. */
  gpus?: Integer[];
  /** Only these steps of the base: first and last, from 0. */
  beforeIterations?: Integer[];
  /** Only these steps of the other side. */
  afterIterations?: Integer[];
  /** Only units of the base inside this window of its clock. */
  beforeWindow?: TimeWindow;
  /** The same of the other side. */
  afterWindow?: TimeWindow;
  /** The noise floor as a share of the figure, where it is known from elsewhere. */
  floor?: number;
  /** The cause that the change was to remove, by its key or words of its title. */
  hypothesis?: string;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

export interface DocumentParams {
  /** A document of this server, nsys-ai://KIND/PATH or nsys-ai://KIND/PATH/NAME?ITEM. */
  uri: string;
}

export interface DocumentResult {
  /** The document. */
  uri: string;
  /** The language of its text. */
  languageId: string;
  /** The whole text. */
  text: string;
}

export interface EarlierExchange {
  /** What was asked. */
  question: string;
  /** What was answered, in words or without a model. */
  answer: string;
}

export interface ExperimentSide {
  /** The captures. */
  files: string[];
  /** How many it has. */
  ranks: Integer;
  /** How many units of each rank were measured, at most. */
  steps: Integer;
  /** The median of its units, over steps and ranks. */
  medianNs: Integer;
}

export interface ExplainParams {
  /** The handle. */
  profile: string;
  /** What to explain, as a cell's `target` or an event reference names it. */
  target: string;
}

export interface ExplainResult {
  /** What is explained. */
  target: string;
  /** The card that a hover shows. */
  markdown: string;
  /** The same card for a client that draws it itself, from top to bottom. */
  blocks: CardBlock[];
  /** The document that says more; left out where there is none. */
  uri?: string;
}

export interface Fact {
  /** What it is. */
  label: string;
  /** How much it is. */
  value: Cell;
}

export interface Facts {
  kind: "facts";
  /** Labels with their values. */
  facts: Fact[];
}

export interface FindingChange {
  /** The cause. */
  key: string;
  /** came, went, or stayed. */
  change: string;
  /** Mean over GPUs: what a fix would save in the base, over its whole capture. */
  beforeNs: Integer;
  /** The same of the other side. */
  afterNs: Integer;
  /** In a line, of the side that has it. */
  title: string;
}

export interface Flame {
  kind: "flame";
  /** What the widths are. */
  label: string;
  /** The view of the whole graph; with the parameter root it begins with another frame. */
  to: ViewLink;
  /** The place in bars of the one that takes the whole width; those around it stand above. */
  root: number;
  /** Parents before children, siblings by value in descending order. Children may take less than all. */
  bars: FlameBar[];
}

export interface FlameBar {
  /** The parameter root of the view that begins with it. */
  node: number;
  /** The place in bars of the frame around it; its own for the first. */
  parent: number;
  /** What the frame is. */
  name: string;
  /** Its width, on the scale of all bars. */
  value: Integer;
  /** Its figures. */
  words: string;
  /** all, thread, function, module, range, kernel, no_range, no_chain or no_launch. */
  kind: string;
  /** The parameter place of the view timeline: its longest kernel, or its first sample. */
  place: string;
  /** What has a card. */
  target?: string;
  /** Where its code is: a target. */
  source?: string;
  /** Whether it is what the filter asks for. */
  matches?: boolean;
}

export type FlameFormat = "rows" | "text" | "folded" | "speedscope";

export type FlameOf = "samples" | "nvtx" | "backtraces";

export interface FlameParams {
  /** The handle. */
  profile: string;
  /** CPU samples, or the time of kernels below the NVTX ranges or the call chain of their launch; the first of these that the profile has where it is left out. */
  of?: FlameOf;
  /** A target, such as a gap: the window is its time. */
  at?: string;
  /** A tid; all threads where it is left out. */
  thread?: Integer;
  /** Whether the innermost frames stand first, each around what called it. */
  inverted?: boolean;
  /** The node that the rows begin with, behind those around it; 0 for all. */
  root?: number;
  /** How many frames at most, the largest; 1,000 where it is left out, at most 10,000. */
  limit?: Integer;
  /** rows, or also a text: an indented table, folded stacks, or a file of speedscope, with all frames. */
  format?: FlameFormat;
  /** CUDA ordinals; all devices where it is empty or left out. */
  gpus?: Integer[];
  /** The part of the capture to look at; all where it is left out. */
  trim?: TimeWindow;
  /** A pid; all processes where it is left out. */
  process?: Integer;
  /** A step of the program, from 0: its window and its process. */
  iteration?: Integer;
  /** A phase such as decode: the window of its longest stretch, and its process. */
  phase?: string;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

export interface FlameResult {
  /** A row for each frame, parents before children; without rows where a text is asked for. */
  answer: Answer;
  /** The text in the format that was asked for. */
  text?: string;
}

export interface Folded {
  kind: "folded";
  /** What they are. */
  text: string;
  /** Lines that are shown when somebody asks for them. */
  lines: string[];
}

export interface Form {
  kind: "form";
  /** The view that it asks for, with the parameters that have no field. */
  to: ViewLink;
  /** The others. */
  fields: FormField[];
  /** What asks for it; where it is left out, the view follows what is typed. */
  button?: string;
}

export interface FormField {
  /** The parameter of the view. */
  name: string;
  /** What it is called. */
  label: string;
  /** What it is now. */
  value: string;
  /** What it means. */
  doc?: string;
  /** What holds where it is empty. */
  placeholder?: string;
}

export interface FrameCursor {
  /** From 0. */
  line: Integer;
  /** In cells. */
  column: Integer;
}

export interface FrameHighlight {
  /** From 0. */
  line: Integer;
  /** In bytes of the line. */
  begin: Integer;
  /** Behind it. */
  end: Integer;
  /** What it means: `heading`, `compute_1`, `copy`, ... */
  role: string;
  /** True: the role's colour is that of the background. */
  inverse?: boolean;
  /** True: bold. */
  strong?: boolean;
}

export interface FrameInput {
  /** The name of an action, or `type`, `click`, `wheel-up`, `wheel-down`. */
  action?: string;
  /** Instead: a character, or a name such as `Shift+Left`, `Tab`, `Enter`, `Ctrl+d`. */
  key?: string;
  /** Of `type`: what was typed or pasted. */
  text?: string;
  /** Of a click or the wheel, from 0. */
  line?: Integer;
  /** The same, in cells. */
  column?: Integer;
}

export interface FrameInputParams {
  /** The handle of `nsys/frameOpen`. */
  frame: string;
  /** What the person did since, in order; none asks for the frame again. */
  inputs: FrameInput[];
  /** Of the screen now. */
  columns: Integer;
  /** Of the screen now. */
  lines: Integer;
  /** False: what is ready at once. True where it is left out. */
  complete?: boolean;
}

export interface FrameOpenParams {
  /** The handle. */
  profile: string;
  /** `overview`, `timeline` or `tree` of NVTX ranges; `timeline` where it is left out. */
  view?: string;
  /** Of the screen, in cells of a terminal; frames have 40 to 1,000. */
  columns: Integer;
  /** The same: 10 to 500. */
  lines: Integer;
  /** True: without block characters. False where it is left out. */
  ascii?: boolean;
  /** The target to begin at, such as `kernel:1`; of `timeline` only. */
  at?: string;
}

export interface FrameResult {
  /** The handle, for `nsys/frameInput`. */
  frame: string;
  /** The screen from top to bottom, each line as wide as it. */
  lines: string[];
  /** By line and beginning; what is in none is plain. */
  highlights: FrameHighlight[];
  /** Where the person types; left out where nothing is typed. */
  cursor?: FrameCursor;
  /** `prompt` where characters are typed, else `overview`, `timeline`, `tree`, `panel`, `list` or `config`. */
  mode: string;
  /** Whether more will be known soon: ask again with `complete`. */
  pending: boolean;
  /** Whether the person quit; the handle is no longer valid. */
  ended: boolean;
}

export interface GpuInfo {
  /** The CUDA ordinal, as its process numbers it. */
  device: Integer;
  /** The process that numbers it so; left out where the capture names none. */
  pid?: Integer;
  /** The product. */
  name: string;
  /** Memory of the device in bytes; 0 where the capture does not say. */
  memoryBytes: Integer;
  /** Streaming multiprocessors; 0 where the capture does not say. */
  smCount: Integer;
}

export interface Heading {
  kind: "heading";
  /** The text. */
  text: string;
  /** The document that says more; can be given to nsys/explain. */
  target?: string;
}

export interface HoverParams {
  /** The document. */
  textDocument: TextDocumentIdentifier;
  /** The place in it. */
  position: Position;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

/** A 64-bit integer; a string where it lies beyond 2^53. */
export type Integer = number | string;

export interface KernelChangeRow {
  /** A compute kernel. */
  name: string;
  /** None where it is not among the 32 that take most time on a rank of the base. */
  before?: KernelTimes;
  /** The same of the other side. */
  after?: KernelTimes;
}

export interface KernelTimes {
  /** Runs a rank and unit, on average. */
  calls: number;
  /** Their durations, summed, of a rank and unit. */
  ns: Integer;
  /** The mean duration of all runs. */
  meanNs: Integer;
}

export interface Links {
  kind: "links";
  /** Ways to go on, and words between them. */
  cells: Cell[];
}

export interface LocateParams {
  /** The handle. */
  profile: string;
  /** What to look for, as a cell's `target` or an event reference names it. */
  target: string;
}

export interface Location {
  /** The document. */
  uri: string;
  /** The place in it. */
  range: Range;
}

export interface ModelConsentParams {
  /** false withdraws it. */
  given: boolean;
}

export interface ModelMessage {
  /** user, assistant, or tool. */
  role: string;
  /** What was said, or what the tool answered. */
  text: string;
  /** The tools that the assistant called. */
  calls?: ModelToolCall[];
  /** Of a tool: the id of the call that it answers. */
  call?: string;
}

export type ModelSentParams = Record<string, never>;

export interface ModelSentResult {
  /** Every byte that was sent to models lately, the newest first; keys are never kept. */
  text: string;
}

export interface ModelStatus {
  /** Whether a model can be asked, once there is consent. */
  available: boolean;
  /** The model that would be asked. */
  model?: string;
  /** Who gets what is sent. */
  host?: string;
  /** Whether a person has agreed to that, for this workspace and this host. */
  consent: boolean;
  /** What a person is asked to agree to: who gets what. Absent where there is no model. */
  sends?: string;
  /** Why none can be asked, and what to do. */
  reason?: string;
  /** What a hover does: off, cached, onClick or always. */
  hover: string;
  /** What was spent today, of how much, in words. */
  spent: string;
}

export type ModelStatusParams = Record<string, never>;

export interface ModelTool {
  /** Its name. */
  name: string;
  /** What it answers. */
  description: string;
  /** The JSON Schema of its parameters. */
  inputSchema: unknown;
}

export interface ModelToolCall {
  /** By which its result is known. */
  id: string;
  /** The tool. */
  name: string;
  /** Its parameters. */
  input: unknown;
}

export interface OpenInPerfettoParams {
  /** The handle. */
  profile: string;
  /** The part to show; all where it is left out. */
  window?: TimeWindow;
  /** full: every event; overview: what is narrower than a pixel is merged; auto: full while that stays below 200 MB. */
  detail?: TraceDetail;
}

export interface OpenInPerfettoResult {
  /** What the user's browser opens. */
  url: string;
  /** The port of `url`, for clients that forward ports. */
  port: number;
  /** The path of `url`. */
  path: string;
  /** One ssh -L line, for people without forwarding. */
  sshCommand: string;
  /** The name under which the trace can be saved. */
  fileName: string;
}

export interface OpenProfileParams {
  /** The profile's file. */
  path: string;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

export interface OpenTimelineParams {
  /** The handle. */
  profile: string;
  /** The part to show first; all where it is left out. */
  window?: TimeWindow;
  /** The handle or path of a base: the timelines of both, aligned at a step. */
  against?: string;
  /** Labels of ranks, with commas between them: the timelines of their captures, which lie in the folder of the profile, one below the other. */
  ranks?: string;
}

export interface OpenTimelineResult {
  /** What the user's browser opens. */
  url: string;
  /** The port of `url`, for clients that forward ports. */
  port: number;
  /** The path of `url`, with its fragment. */
  path: string;
  /** One ssh -L line, for people without forwarding. */
  sshCommand: string;
}

export interface OpenedProfile {
  /** The handle. */
  profile: string;
  /** The file. */
  path: string;
  /** Whether source files are annotated from it. */
  active: boolean;
}

export type Outcome = "rows" | "empty" | "cannot_answer";

export interface Page {
  /** What the page is about. */
  title: string;
  /** From top to bottom. */
  blocks: Block[];
}

export interface PageAction {
  /** What it does. */
  text: string;
  /** The view that it opens. */
  view?: ViewLink;
  /** The finding that it suppresses, by nsys-ai.suppressFinding and with a reason. */
  suppresses?: string;
  /** The command that it runs. */
  run?: PageCommand;
}

export interface PageCommand {
  /** A command of workspace/executeCommand. */
  command: string;
  /** Its argument: the folder of a round of nsys-ai annotate loop. */
  round: string;
}

export interface PageFinding {
  kind: "finding";
  /** How much it matters. */
  severity: Severity;
  /** What is wrong. */
  title: Cell;
  /** The numbers behind it. */
  detail: string;
  /** What to do about it. */
  advice: string;
  /** The events to look at, each a target. */
  evidence: Cell[];
  /** What can be done about it. */
  actions?: PageAction[];
}

export interface PageTable {
  kind: "table";
  /** One cell a column. */
  header: Cell[];
  /** One list of cells a row. */
  rows: Cell[][];
  /** What shares are of, and what was left out. */
  caption: string;
}

export interface Paragraph {
  kind: "paragraph";
  /** The text. */
  text: string;
  /** Words that stand in the text, and what they name. */
  refs?: Cell[];
}

export interface PartRow {
  /** A kernel, a direction of copies, or why the GPU had nothing to do. */
  name: string;
  /** The name for people. */
  label: string;
  /** The row of the budget that it belongs to. */
  use: string;
  /** Of a kernel. */
  family: string;
  /** slower, faster, moreCalls, fewerCalls, grew, shrank, added, removed, renamed; unchanged, where it changed by less than 1 % or 2 us; uncertain, where chance may explain it; notTested, where it takes too little of a unit. */
  change: string;
  /** Of a typical unit of the base: the time that nothing more important covers. */
  beforeNs: Integer;
  /** The same of the other side. */
  afterNs: Integer;
  /** The difference; those of all rows sum to that of the typical unit. */
  changeNs: Integer;
  /** Runs in a typical unit of the base. */
  beforeCalls: number;
  /** Runs in a typical unit of the other side. */
  afterCalls: number;
  /** The mean of all runs in the base. */
  beforeMeanNs?: Integer;
  /** The mean of all runs in the other side. */
  afterMeanNs?: Integer;
  /** Grid, block and registers, where all launches have the same and they changed. */
  beforeShape?: string;
  /** The same of the other side. */
  afterShape?: string;
  /** Of a renamed kernel: what the base calls it. */
  formerName?: string;
  /** Of such a difference by chance, where it was tested. */
  probability?: number;
  /** Events to look at in the base. */
  beforeRefs: string[];
  /** Events to look at in the other side. */
  afterRefs: string[];
}

export interface Picture {
  kind: "picture";
  /** In how many equal parts the run is drawn. */
  parts: Integer;
  /** Some round times. */
  ticks: PictureTick[];
  /** Those that are drawn. */
  gpus: PictureGpu[];
}

export interface PictureGpu {
  /** Short, for the margin. */
  name: string;
  /** The GPU, and which share of the whole run it was busy. */
  words: string;
  /** By part, in thousandths of its length. */
  busy: Integer[];
}

export interface PictureTick {
  /** Where it stands, as a share of the run. */
  at: number;
  /** The time there, on the capture's clock. */
  text: string;
}

export interface PlainText {
  kind: "text";
  /** A text as it is, for another program. */
  text: string;
}

export interface Position {
  /** Zero-based line. */
  line: number;
  /** Zero-based offset in the line, in the position encoding of the session. */
  character: number;
}

export interface ProcessInfo {
  /** The process id; left out where the capture names none. */
  pid?: Integer;
  /** The program; empty where the capture does not say. */
  name: string;
}

export interface ProfileInfo {
  /** The handle by which other methods name this profile. */
  profile: string;
  /** The file. */
  path: string;
  /** The file without its folders. */
  fileName: string;
  /** Size of the file in bytes. */
  fileBytes: Integer;
  /** Version of the exporter; empty where the file does not say. */
  productVersion: string;
  /** Version of the file's schema; empty where the file does not say. */
  schemaVersion: string;
  /** Start of the first event, in ns on the capture's clock. */
  startNs: Integer;
  /** End of the last event, in ns on the capture's clock. */
  endNs: Integer;
  /** The devices that were used, the first hundred of them. */
  gpus: GpuInfo[];
  /** How many devices were used. */
  gpuCount: Integer;
  /** The processes that events name, the first hundred of them. */
  processes: ProcessInfo[];
  /** How many processes events name. */
  processCount: Integer;
  /** How many kernels ran. */
  kernels: Integer;
  /** How many copies ran. */
  copies: Integer;
  /** How many memsets ran. */
  memsets: Integer;
  /** How many CUDA calls were made. */
  calls: Integer;
  /** How many NVTX ranges there are. */
  nvtxRanges: Integer;
  /** What was missing, repaired or left out, one sentence each. */
  notes: string[];
}

export interface ProfileParams {
  /** A handle that nsys/openProfile returned. */
  profile: string;
}

export type ProfilesParams = Record<string, never>;

export interface ProfilesResult {
  /** The profiles that are open. */
  profiles: OpenedProfile[];
}

export interface QueryParams {
  /** The handle. */
  profile: string;
  /** One SELECT over the relational model of docs/SCHEMA.md. */
  sql: string;
  /** CUDA ordinals; all devices where it is empty or left out. */
  gpus?: Integer[];
  /** The part of the capture to look at; all where it is left out. */
  trim?: TimeWindow;
  /** A pid; all processes where it is left out. */
  process?: Integer;
  /** A step of the program, from 0, as iteration_timing numbers them: its window and its process. */
  iteration?: Integer;
  /** A phase such as decode, as the skill phases names them: the window of its longest stretch, and its process. */
  phase?: string;
  /** How many rows at most, 1000 where it is left out and at most 10000; with partialResultToken a million. */
  limit?: Integer;
  /** How many rows of the answer to pass over: the `next_offset` of the page before. */
  offset?: Integer;
  /** Asks for the rows as `$/progress` under this token; the answer then comes without rows. */
  partialResultToken?: Token;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

export interface Range {
  /** The first position inside. */
  start: Position;
  /** The first position outside. */
  end: Position;
}

export interface RankChangeRow {
  /** Its label, equal on both sides. */
  rank: string;
  /** slower or faster, by its own time; unchanged, by less than 2 %; uncertain, which chance may explain; notTested, where a side has fewer than five units. */
  change: string;
  /** Medians over its units in the base. */
  before: RankTimes;
  /** The same of the other side. */
  after: RankTimes;
  /** Own time after / before. */
  ratio?: number;
  /** Its interval of 95 %. */
  interval?: RatioBounds;
}

export interface RankFinding {
  /** straggler, slow-gpu, late-host, rotating, host-jitter, slow-link, imbalance-by-design, clock-skew or several-runs. */
  key: string;
  /** high, medium or information. */
  severity: string;
  /** In a line. */
  title: string;
  /** By what figures. */
  detail: string;
  /** What to do next. */
  advice: string;
  /** Which ranks it is about. */
  ranks: string[];
  /** How long the others waited, on average; of a slow link how much longer it took. */
  lostNs: Integer;
}

export interface RankReport {
  /** The version of this format. */
  schema: string;
  /** What stands out, the greatest loss first; empty where nothing does. */
  findings: RankFinding[];
  /** A row for each GPU of each process. */
  ranks: RankRow[];
  /** Matched collectives by communicator, operation and size, the longest waits first. */
  collectives: CollectiveRow[];
  /** A row for each step. */
  steps: RankStepRow[];
  /** A row for each capture. */
  clocks: ClockRow[];
  /** Files that could not be read. */
  unread: UnreadFile[];
  /** What else a reader must know. */
  notes: string[];
}

export interface RankRow {
  /** Its number; where nothing states it, the file and what distinguishes it there. */
  rank: string;
  /** The rank as a number, where it is known. */
  number?: Integer;
  /** What states it: a variable of the launcher, NCCL's payloads, MPI_RANKS, the file's name. */
  numberFrom?: string;
  /** The capture. */
  file: string;
  /** The machine, where the capture names it. */
  host: string;
  /** The process. */
  pid?: Integer;
  /** The GPU, as CUDA numbers it in that process. */
  device: Integer;
  /** Its model. */
  gpu: string;
  /** Which GPU it is, else its place on the bus; empty where the capture does not say. */
  uuid: string;
  /** Ranks of one number run the same kernels equally often a step. */
  group: Integer;
  /** How many steps were found. */
  steps: Integer;
  /** The median of their durations on the GPU. */
  stepNs?: Integer;
  /** From its first GPU operation to the end of its last. */
  spanNs: Integer;
  /** Of that, with any operation on the GPU. */
  busyNs: Integer;
  /** With a compute kernel. */
  computeNs: Integer;
  /** With a communication kernel. */
  communicationNs: Integer;
  /** With both. */
  overlapNs: Integer;
  /** spanNs - busyNs. */
  idleNs: Integer;
  /** Communication kernels. */
  collectives: Integer;
  /** Their durations, summed: transferNs + waitNs + unmatchedNs. */
  collectiveNs: Integer;
  /** Of matched collectives: for each the duration of its shortest participant. */
  transferNs: Integer;
  /** Of matched collectives: the rest, which waited for the last to come. */
  waitNs: Integer;
  /** Of kernels without a partner on each rank of their communicator, or that wait for nobody. */
  unmatchedNs: Integer;
  /** In how many collectives it came last. */
  last: Integer;
  /** Of how many in which somebody clearly did. */
  lastOf: Integer;
  /** On the host, of matched collectives of MPI: for each the duration of its shortest participant. */
  mpiTransferNs: Integer;
  /** On the host, the rest of these. */
  mpiWaitNs: Integer;
}

export interface RankStepRow {
  /** Its number, from 0. */
  step: Integer;
  /** The rank with the longest own time; empty where no two of one group differ by 2 %. */
  slowest: string;
  /** Of each rank, in the order of `ranks`; -1 where it has no such step. */
  durationNs: Integer[];
  /** The same without what it waited for others in matched collectives. */
  ownNs: Integer[];
}

export interface RankTimes {
  /** A unit. */
  unitNs: Integer;
  /** The same without what the rank waited for others in matched collectives. */
  ownNs: Integer;
  /** What it waited. */
  waitNs: Integer;
  /** Of matched collectives in it, the durations of the shortest participants, summed. */
  transferNs: Integer;
  /** With any operation on the GPU. */
  busyNs: Integer;
  /** With a communication kernel. */
  communicationNs: Integer;
}

export interface RanksComparison {
  /** The version of this format. */
  schema: string;
  /** slower, faster or noChange, of these captures; or inconclusive. */
  verdict: string;
  /** The verdict in a sentence. */
  text: string;
  /** Why it is inconclusive. */
  reason?: string;
  /** step, from its first operation to that of the next one; else capture, as a whole. */
  unit: string;
  /** The base. */
  before: ExperimentSide;
  /** What is compared with it. */
  after: ExperimentSide;
  /** The median unit after / before. */
  ratio?: number;
  /** Its interval of 95 %. */
  interval?: RatioBounds;
  /** Where it went, in up to three sentences. */
  causes: string[];
  /** Findings on ranks that came, went or stayed. */
  findings: FindingChange[];
  /** A row for each rank of both sides. */
  ranks: RankChangeRow[];
  /** By operation, size and participants, by what their transfer changed. */
  collectives: CollectiveChangeRow[];
  /** By name, over all ranks, by what they changed. */
  kernels: KernelChangeRow[];
  /** Files that could not be read. */
  unread: UnreadFile[];
  /** What else a reader must know. */
  notes: string[];
}

export interface RanksParams {
  /** Profiles, and folders below which all profiles are taken. */
  paths: string[];
  /** Takes ranks that captures do not state from `rank3` in names of files, and says so. */
  ranksByName?: boolean;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

export interface RatioBounds {
  /** The lower bound of after / before. */
  low: number;
  /** The upper bound. */
  high: number;
}

export interface Report {
  /** nsys-ai.report/1. */
  schema: string;
  /** What wrote it. */
  tool: ReportTool;
  /** When, in UTC. */
  generated_at: string;
  /** What it is about. */
  trace: ReportTrace;
  /** What a reader has to know, one sentence each. */
  warnings: string[];
  /** The causes of lost time that hold, by the time that they concern. */
  findings: ReportFinding[];
  /** The share of kernel time in NVTX ranges below which the report warns. */
  nvtx_coverage_warn_threshold: number;
  /** Answers of skills for the whole scope, by the name of the report's part. */
  metrics: Record<string, Answer>;
  /** The kernels of each process on each of its GPUs; other answers have a column pid. */
  by_pid: ReportOfProcess[];
}

export interface ReportFinding {
  /** The page of the book of root causes. */
  key: string;
  /** high, medium, low or information. */
  severity: string;
  /** What holds, with its number. */
  title: string;
  /** Numerator, denominator and scope. */
  evidence: string;
  /** What to do, in Markdown. */
  recommendation: string;
  /** How to see that it helped. */
  verify: string;
  /** What a fix saves at most, mean over GPUs. */
  at_stake_ns: Integer;
  /** Events to look at. */
  refs: string[];
}

export interface ReportOfProcess {
  /** The process; absent where the capture names none. */
  pid?: Integer;
  /** The GPU, as that process numbers it. */
  device: Integer;
  /** The answer of top_kernels for this process and GPU. */
  kernels: Answer;
}

export interface ReportParams {
  /** The handle. */
  profile: string;
  /** JSON that names the ranges of each phase; .nsys-ai/phases.json or a built-in map where it is left out. */
  phaseMap?: string;
  /** CUDA ordinals; all devices where it is empty or left out. */
  gpus?: Integer[];
  /** The part of the capture to look at; all where it is left out. */
  trim?: TimeWindow;
  /** A pid; all processes where it is left out. */
  process?: Integer;
  /** A step of the program, from 0: its window and its process. */
  iteration?: Integer;
  /** A phase such as decode: the window of its longest stretch, and its process. */
  phase?: string;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

export interface ReportResult {
  /** The report to paste into a pull request, at most 12 kB. */
  markdown: string;
  /** All of it. */
  report: Report;
}

export interface ReportTool {
  /** nsys-ai. */
  name: string;
  /** Its version. */
  version: string;
}

export interface ReportTrace {
  /** The name of the profile, without its folder. */
  path: string;
}

export interface RunSkillParams {
  /** The handle. */
  profile: string;
  /** The skill's name. */
  skill: string;
  /** Its parameters, as a person would write them. */
  params?: Record<string, Scalar>;
  /** CUDA ordinals; all devices where it is empty or left out. */
  gpus?: Integer[];
  /** The part of the capture to look at; all where it is left out. */
  trim?: TimeWindow;
  /** A pid; all processes where it is left out. */
  process?: Integer;
  /** A step of the program, from 0, as iteration_timing numbers them: its window and its process. */
  iteration?: Integer;
  /** A phase such as decode, as the skill phases names them: the window of its longest stretch, and its process. */
  phase?: string;
  /** How many rows of the answer to pass over: the `next_offset` of the page before. */
  offset?: Integer;
  /** Asks for the rows as `$/progress` under this token; the answer then comes without rows. */
  partialResultToken?: Token;
  /** Asks for progress under this token. */
  workDoneToken?: Token;
}

/** A cell of an answer or a parameter of a skill. */
export type Scalar = string | number | boolean | null;

export type Severity = "high" | "medium" | "low" | "information";

export interface SkillInfo {
  /** The name by which it is run. */
  name: string;
  /** The question it answers. */
  title: string;
  /** How it is computed. */
  doc: string;
  /** How to read the answer; may be empty. */
  reading: string;
  /** Where the definition comes from; may be empty. */
  source: string;
  /** What the answer does not show; may be empty. */
  limits: string;
  /** What a capture must hold. */
  needs: string[];
  /** What can be set. */
  params: SkillParam[];
  /** What its rows carry. */
  columns: ColumnInfo[];
  /** The file of a user's own skill; left out for a built-in one. */
  path?: string;
}

export interface SkillParam {
  /** The name. */
  name: string;
  /** integer, real or text. */
  type: string;
  /** What it counts; empty for plain text. */
  unit: string;
  /** The value where none is given. */
  default: Scalar;
  /** What it does. */
  doc: string;
}

export type SkillsParams = Record<string, never>;

export interface SkillsResult {
  /** All skills, by name: built-in ones, and those of the workspace and the user. */
  skills: SkillInfo[];
  /** Files of the workspace and the user that are no skills. */
  broken: BrokenSkill[];
}

export type Sorted = "ascending" | "descending";

export type SpanStyle = "code" | "strong" | "emphasis";

export interface StatusAnswers {
  /** How many answers of skills are remembered. */
  count: Integer;
  /** What they take in memory. */
  bytes: Integer;
}

export type StatusParams = Record<string, never>;

export interface StatusProfile {
  /** The handle. */
  profile: string;
  /** The file. */
  path: string;
  /** The size of the file, which bounds what its columns take. */
  fileBytes: Integer;
}

export interface StatusRequest {
  /** What is asked. */
  method: string;
  /** Where it is answered: quick, bulk, remote, or session. */
  lane: string;
  /** Whether a worker has begun. */
  started: boolean;
  /** How long ago it came. */
  ageMs: Integer;
}

export interface StatusResult {
  /** Of the server. */
  version: string;
  /** The server's process. */
  pid: Integer;
  /** How long the server runs. */
  uptimeMs: Integer;
  /** What the process has in memory. */
  residentBytes: Integer;
  /** What it may take; absent where nobody set it. */
  memoryLimitBytes?: Integer;
  /** How many sessions there are. */
  clients: Integer;
  /** The profiles that this client has open. */
  profiles: StatusProfile[];
  /** What is remembered for all clients. */
  answers: StatusAnswers;
  /** The requests of this client that have no reply yet, the oldest first. */
  requests: StatusRequest[];
  /** Messages of this client that nobody has looked at yet. */
  waitingMessages: Integer;
  /** What this client has not read yet. */
  outgoingBytes: Integer;
}

export interface TargetAtResult {
  /** The handle of the profile that says so. */
  profile: string;
  /** Its file. */
  path: string;
  /** What is named there; can be given to nsys/explain and nsys/answerInWords. */
  target: string;
}

export interface TextDocumentIdentifier {
  /** The document. */
  uri: string;
}

export interface TimeWindow {
  /** The first moment inside, in ns on the capture's clock. */
  startNs: Integer;
  /** The first moment outside, in ns on the capture's clock. */
  endNs: Integer;
}

export interface Timeline {
  /** Of the whole run, in ns on the capture's clock. */
  runStart: Integer;
  /** In ns. */
  runLength: Integer;
  /** Of the window, in ns since the start of the run. What straddles a bound is cut there. */
  start: Integer;
  /** Of the window, likewise. */
  end: Integer;
  /** What is shorter than this, in ns, is merged with its neighbours; 0: nothing is. Else a power of two; pixels count from time 0 of the capture's clock. */
  pixel: Integer;
  /** False where the rest is more than a screen could show. */
  complete: boolean;
  /** True where a preview was asked for and rows are missing, because they take longer. */
  preview?: boolean;
  /** What is shown, and in which detail. */
  words: string;
  /** What the rows point to. */
  texts: string[];
  /** Parents before their children. */
  rows: TimelineRow[];
}

export interface TimelineBookmarkParams {
  /** The handle. */
  profile: string;
  /** The place; a point where it ends where it begins. */
  window: TimeWindow;
  /** What to call it; one of that name is replaced. */
  name: string;
  /** What there is to say of it. */
  note?: string;
}

export interface TimelineBookmarkResult {
  /** Where it is kept. */
  file: string;
}

export interface TimelineLink {
  kind: "timeline";
  /** What leads there. */
  text: string;
  /** What a timeline can show. */
  target: string;
}

export interface TimelineMatches {
  /** How many events match in all of the run. */
  total: Integer;
  /** How many of them begin in each column of the window that was asked for. */
  columns: Integer[];
  /** Those that were asked for, on their rows; none of them is merged. */
  timeline: Timeline;
}

export interface TimelineParams {
  /** The handle. */
  profile: string;
  /** The part to draw; the whole run where it is left out. */
  window?: TimeWindow;
  /** How many columns the screen has, 1 to 16,000; 2,000 where it is left out. */
  columns?: Integer;
  /** Ids of the rows to draw; all where it is left out. */
  rows?: string[];
  /** With `rows`: merged as all rows together would be, so that these are drawn as they will be among all. */
  asAll?: boolean;
  /** False: without the rows of findings, for which the run has to be judged first. True where it is left out. */
  findings?: boolean;
  /** True: what can be drawn at once, which is the rows of streams alone where a large run is still to be merged; the answer's `preview` says so. Without `rows` only. False where it is left out. */
  preview?: boolean;
}

export interface TimelineRelatedParams {
  /** The handle. */
  profile: string;
  /** An event, or what stands for one: a kernel's name and a label for their longest. */
  target: string;
}

export interface TimelineRelatedResult {
  /** The event. */
  target: string;
  /** What it is. */
  text: string;
  /** How long it is, and when it begins. */
  when: string;
  /** The id of the row that it is drawn on; empty where none draws it. */
  row: string;
  /** When it begins, in ns on the capture's clock. */
  startNs: Integer;
  /** How long it is, in ns; 0 for a mark. */
  lengthNs: Integer;
  /** The part to look at it in. */
  window: TimeWindow;
  /** What it hangs together with, by relation; ranges from the innermost on. */
  related: TimelineRelation[];
}

export interface TimelineRelation {
  /** launched_by, launches, waited_for_by, waits_for, fed_by, feeds, begins_behind, ended_by, ended_by_launch, first_inside, last_inside, shown_by or inside. */
  relation: string;
  /** The same for people. */
  words: string;
  /** The other event. */
  target: string;
  /** What it is. */
  text: string;
  /** How long it is, and how much earlier or later it begins. */
  when: string;
  /** The id of the row that it is drawn on; empty where none draws it. */
  row: string;
  /** When it begins, in ns on the capture's clock. */
  startNs: Integer;
  /** How long it is, in ns; 0 for a mark. */
  lengthNs: Integer;
}

export interface TimelineRow {
  /** To ask for it alone, with what overlaps on it, which stands in rows of the same id. Empty for what only groups others. */
  id: string;
  /** The row above it, as its place in `rows` counted from 1; 0 at the top. */
  parent: Integer;
  /** Its place among the rows of one parent: the same in each window. */
  rank: Integer;
  /** What it shows. With its rank and those of its parents it is the same row in each window. */
  name: string;
  /** Of a counter; may be empty. */
  unit: string;
  /** How many slices lie in each other on it at most, in all of the run; 0 where that is not known. */
  deepest: Integer;
  /** In ns since the start of the run, never going back. */
  starts: Integer[];
  /** In ns; 0 is a mark. Empty for a counter. */
  lengths: Integer[];
  /** How many slices of the row it lies in. */
  depths: Integer[];
  /** Places in `texts`. */
  names: Integer[];
  /** Places in `texts`: compute, communication, copy, nvtx, merged, ... */
  kinds: Integer[];
  /** Places in `texts`: what many are alike in, and are coloured by: of a kernel its family, of an NVTX range its label without numbers; -1 where the kind says it. */
  families: Integer[];
  /** Places in `texts`: what explains the slice when it is asked for; -1 for none. */
  refs: Integer[];
  /** Places in `texts`: where nothing does, a line for each fact; -1 for none. */
  facts: Integer[];
  /** Of a counter, each from its start to the next one's. */
  values: number[];
}

export interface TimelineSearchParams {
  /** The handle. */
  profile: string;
  /** A part of the name, letters in either case; `*` for whatever lies between. */
  text: string;
  /** Of these kinds alone: kernel, nvtx, mark, call, copy. */
  kinds?: string[];
  /** On the rows of these ids alone. */
  rows?: string[];
  /** None that is shorter, in ns. */
  leastNs?: Integer;
  /** The first that is listed, counted from 0 in the order of time. */
  from?: Integer;
  /** How many are listed, 2,000 at most; 200 where it is left out. */
  limit?: Integer;
  /** The part of which `columns` are; the whole run where it is left out. */
  window?: TimeWindow;
  /** In how many columns of the window matches are counted, 16,000 at most. */
  columns?: Integer;
}

export interface TimelineWindowParams {
  /** The handle. */
  profile: string;
  /** The part that is measured. */
  window: TimeWindow;
  /** Ids of rows: their GPUs or their process are measured; everything where they are left out. */
  rows?: string[];
  /** times: how long it is, and how busy each GPU was; causes: why GPUs were idle; names: kernels, copies and ranges. times where it is left out. */
  part?: string;
  /** Instead, a skill with its parameters, such as `top_kernels limit=5`: its answer in that scope. */
  skill?: string;
}

export interface TimelineWindowResult {
  /** The figures; those of the skills that it names, in the same scope. */
  page: Page;
  /** What a person types in a terminal to ask the same. */
  command: string;
  /** With times, the skills that can be asked. */
  skills?: string[];
}

/** The id of a request or the token of a progress. */
export type Token = number | string;

export type TraceDetail = "auto" | "full" | "overview";

export interface UnreadFile {
  /** The file. */
  file: string;
  /** Why it was not read. */
  reason: string;
}

export interface ViewLink {
  /** Which view, for nsys/viewOpen. */
  view: string;
  /** With which parameters. */
  params: Record<string, string>;
}

export interface ViewOpenParams {
  /** The handle. */
  profile: string;
  /** Which view: overview, findings, kernels, skills, skill or tree. */
  view: string;
  /** What of it, as the links and forms of pages have it. */
  params?: Record<string, string>;
}

export interface ViewOpenResult {
  /** The document that says the same in text; left out where there is none. */
  uri?: string;
  /** What to draw. */
  page: Page;
}

export interface Words {
  /** nsys-ai.words/1. */
  schema: string;
  /** words, or none. */
  outcome: string;
  /** What the model said, checked, as Markdown. Empty where there is none. */
  text: string;
  /** Why there are no words, and what to do. */
  reason?: string;
  /** Whether they lack for want of a person's consent alone. */
  needsConsent: boolean;
  /** How many figures the text has. */
  figures: Integer;
  /** How many of them stand in what the model was given. */
  checked: Integer;
  /** A sentence for each of the others, which the text marks. */
  unchecked: string[];
  /** Events that the text refers to, all of them given to it before. */
  refs: string[];
  /** What is to stand under the text: figures that were checked, the model, what it cost. */
  below: string;
  /** The model that said it. */
  model?: string;
  /** What it read, in tokens. */
  inputTokens: Integer;
  /** What it wrote, in tokens. */
  outputTokens: Integer;
  /** How often it asked the profile. */
  toolCalls: Integer;
  /** What that cost, where the price is set. */
  costUsd?: number;
  /** Whether it was answered before, and cost nothing now. */
  kept: boolean;
}

export interface WriteModelKeyParams {
  /** Whose key is wanted: one of the setting `modelKeys`. */
  service: string;
  /** The path of a pipe on this machine, which is there already; the key is written to it. */
  pipe: string;
}

export interface WriteModelKeyResult {
  /** Whether the key was written, and the pipe closed. */
  written: boolean;
}
