-- The types and names of the nsys/ methods. Made by protocol-emit from protocol/*.h; not to be edited.

---@class nsys_ai.AlignedPlace
---@field name string In words: step 3.
---@field before nsys_ai.TimeWindow When it ran in the base, on the clock of that capture.
---@field after nsys_ai.TimeWindow When it ran in the other capture, on its clock.

---@class nsys_ai.AlignedTimesParams
---@field before string The handle of the base, or its path.
---@field after string The handle of what is compared with it, or its path.

---@class nsys_ai.AlignedTimesResult
---@field unit string What the units of work are; empty where the captures have none in common.
---@field places nsys_ai.AlignedPlace[] Units of one number, in their order; 2,000 at most.

---@class nsys_ai.Answer
---@field schema string nsys-ai.answer/1.
---@field skill string The question.
---@field outcome nsys_ai.Outcome rows, empty (it ran and there is nothing) or cannot_answer (the capture lacks what it needs).
---@field reason? string Why there are no rows.
---@field needs? string[] What to capture to make it answerable.
---@field scope nsys_ai.AnswerScope Which part of the capture the answer speaks of.
---@field columns nsys_ai.ColumnInfo[] What the rows carry.
---@field rows table<string, nsys_ai.Scalar>[] One object a row, with a member for each column.
---@field total_rows nsys_ai.Integer How many rows there are before `limit`; of a query that was cut, how many are here.
---@field truncated boolean Whether rows are left out: by `limit`, or because a reply holds 1 MiB.
---@field next_offset? nsys_ai.Integer The `offset` to ask with for the rows that follow; absent when none do.
---@field notes string[] What a reader has to know, one sentence each.

---@class nsys_ai.AnswerInWordsParams
---@field profile string The handle.
---@field question? string What is asked. Without it and a target: what is to be said of the whole run.
---@field target? string Instead: what is to be explained, such as kernel:1234.
---@field after? string The member `understood` of the answer that the question refers back to.
---@field earlier? nsys_ai.EarlierExchange[] What was asked and answered before in the same conversation, the oldest first.
---@field teach? boolean Whether terms are to be explained to somebody who is new to GPUs.
---@field keptOnly? boolean Gives what was answered before, at no cost, or nothing.
---@field partialResultToken? nsys_ai.Token Asks for pieces under this token while the model writes.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

---@class nsys_ai.AnswerScope
---@field devices nsys_ai.Integer[] CUDA ordinals, sorted, each once.
---@field window nsys_ai.TimeWindow The part of the capture.

---@class nsys_ai.AskAnswer
---@field schema string nsys-ai.ask/2.
---@field outcome string answered; closest, where it is not sure that this was asked; or refused.
---@field query? any The question as a program asks it (the tool ask_query). Absent where it was not read.
---@field understood? string The same as a sentence, to be edited and asked again.
---@field text string One sentence that answers, and what follows from it.
---@field facts nsys_ai.AskFact[] The first is what was asked for; times in ns, shares in [0, 1].
---@field reason? string Why there is no answer.
---@field capture? string[] What to capture to make it answerable.
---@field sql? string The SELECT behind the answer, or one to start from where there is none, for nsys/query.
---@field setAside? string[] Sentences of the question that ask nothing.
---@field instead? string[] Sentences near the question that can be asked.
---@field plan? string[] What was asked of the profile: statements and skills. In replies of nsys/ask alone.

---@class nsys_ai.AskCompleteParams
---@field profile string The handle.
---@field question string What is typed of the question, up to the cursor.
---@field most? nsys_ai.Integer How many items at most, 1 to 200. Default: 20.

---@class nsys_ai.AskCompletion
---@field text string Takes the place of the question from `from` on.
---@field detail string What it is, in a word or two, such as kernel; may be empty.

---@class nsys_ai.AskCompletions
---@field from nsys_ai.Integer Where in the question the word begins that is completed, in UTF-16 code units.
---@field whole boolean Whether the question as it is typed can be asked.
---@field items nsys_ai.AskCompletion[] The best first.

---@class nsys_ai.AskFact
---@field name string What it is.
---@field value nsys_ai.Scalar A number, or a text where what was asked for is a name.
---@field unit string ns, bytes, count, share (in [0, 1]) or GB/s; empty for names.
---@field scope string Which part of the capture it speaks of.
---@field refs string[] Events to look at.

---@class nsys_ai.AskParams
---@field profile string The handle.
---@field question string The question, in English.
---@field after? string The question before, to which this one refers back: `and on GPU 1?`
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

---@alias nsys_ai.Block nsys_ai.Heading|nsys_ai.Paragraph|nsys_ai.Facts|nsys_ai.PageTable|nsys_ai.PageFinding|nsys_ai.Form|nsys_ai.Links|nsys_ai.CopyMenu|nsys_ai.PlainText|nsys_ai.DeferredBlock|nsys_ai.Folded|nsys_ai.Picture|nsys_ai.Flame

---@class nsys_ai.BrokenSkill
---@field path string The file.
---@field message string What is wrong in it, with the line where one is to blame.
---@field hint string What to do; may be empty.

---@class nsys_ai.BudgetRow
---@field use string compute, communication, copies, launch, device or other.
---@field beforeNs nsys_ai.Integer A typical unit of the base.
---@field afterNs nsys_ai.Integer A typical unit of the other side.
---@field changeNs nsys_ai.Integer The difference; those of all rows sum to that of the typical unit.

---@alias nsys_ai.CardBlock nsys_ai.CardParagraph|nsys_ai.CardItem|nsys_ai.CardTable|nsys_ai.CardRule|nsys_ai.CardNote|nsys_ai.TimelineLink

---@class nsys_ai.CardColumn
---@field title string What stands above it.
---@field number? boolean Whether it is set to the right.

---@class nsys_ai.CardItem
---@field kind "item"
---@field words nsys_ai.CardSpan[] One behind the other. Items that follow each other are one list.

---@class nsys_ai.CardNote
---@field kind "note"
---@field text string What was not read, as a sentence.

---@class nsys_ai.CardParagraph
---@field kind "paragraph"
---@field words nsys_ai.CardSpan[] One behind the other.

---@class nsys_ai.CardRule
---@field kind "rule"

---@class nsys_ai.CardSpan
---@field text string The text, as it is to be read.
---@field style? nsys_ai.SpanStyle Its style; absent for plain text.
---@field target? string The target of the link, for nsys/explain; absent where it is no link.

---@class nsys_ai.CardTable
---@field kind "table"
---@field columns nsys_ai.CardColumn[] From left to right.
---@field rows nsys_ai.CardSpan[][][] The words of one cell a column, by row.

---@class nsys_ai.Cell
---@field text string The text.
---@field target? string What it names; can be given to nsys/explain.
---@field share? number In [0, 1], drawn as a bar.
---@field number? boolean Whether it is set to the right.
---@field indent? integer How deep its row lies in a tree; 0 where it is left out.
---@field view? nsys_ai.ViewLink What it leads to.
---@field children? nsys_ai.ViewLink The view whose table has the rows below this one.
---@field sorted? nsys_ai.Sorted Of a column's head: how the rows are sorted by it.

---@class nsys_ai.ClockRow
---@field file string The capture.
---@field from string What its clock was aligned by: collectives, session start, or none.
---@field aheadNs nsys_ai.Integer How much its session start is ahead of the middle of all captures; subtracted.
---@field driftPpm number How much it gains on the others, in millionths.
---@field residualNs? nsys_ai.Integer The median distance of ends from that; none where nothing was matched.
---@field ends nsys_ai.Integer Of how many collectives.

---@class nsys_ai.CollectiveChangeRow
---@field operation string What it does.
---@field bytes? nsys_ai.Integer The size of the message, where a payload states it.
---@field ranks string[] The participants: numbers of communicators differ between runs.
---@field change string slower or faster, by the transfer; unchanged, uncertain or notTested, as of a rank; added or removed.
---@field beforeInstances nsys_ai.Integer How many were matched in the base.
---@field afterInstances nsys_ai.Integer How many on the other side.
---@field beforeTransferNs nsys_ai.Integer The median duration of the shortest participant.
---@field afterTransferNs nsys_ai.Integer The same of the other side.
---@field beforeWaitNs nsys_ai.Integer What all participants waited in one, on average.
---@field afterWaitNs nsys_ai.Integer The same of the other side.
---@field interval? nsys_ai.RatioBounds Of the transfer after / before, 95 %.

---@class nsys_ai.CollectiveRow
---@field communicator string As NCCL's payloads number it; else the stream whose collectives were matched.
---@field byOrder boolean The captures do not state communicators: matched by order, where ends agree.
---@field host boolean Calls of MPI: their times are those of the host.
---@field operation string What it does.
---@field bytes? nsys_ai.Integer The size of the message, where a payload states it.
---@field ranks string[] The participants in these captures.
---@field statedRanks? nsys_ai.Integer How many ranks the communicator has, where a payload states it.
---@field instances nsys_ai.Integer How many were matched on all of them.
---@field transferNs nsys_ai.Integer For each the duration of its shortest participant, summed over instances.
---@field waitNs nsys_ai.Integer The rest of all participants, summed.
---@field medianTransferNs nsys_ai.Integer The median transfer.
---@field longestWaitNs nsys_ai.Integer The longest that a rank waited in one.
---@field busGBps? number Bus bandwidth as nccl-tests define it, by the median transfer, in 10^9 bytes per second.
---@field mostOftenLast string The rank that came last most often.
---@field last nsys_ai.Integer How often it did.
---@field lastOf nsys_ai.Integer Of how many in which somebody clearly did.

---@class nsys_ai.ColumnInfo
---@field name string The name by which rows carry it.
---@field type string integer, real or text.
---@field unit string What it counts; empty for plain text.
---@field doc string What it means.

---@class nsys_ai.CompareRanksParams
---@field before string[] The captures of the base: profiles, and folders below which all profiles are taken.
---@field after string[] The same of what is compared with it.
---@field ranksByName? boolean Takes ranks that captures do not state from `rank3` in names of files, and says so.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

---@class nsys_ai.ComparedSide
---@field files string[] One for each run.
---@field gpus string[] The models, one for each GPU.
---@field profilers string[] The versions of Nsight Systems that wrote the files, each once.
---@field drivers string[] The versions of NVIDIA's driver, each once; empty where no file says.
---@field units nsys_ai.Integer How many units of work were measured, over all runs and GPUs.
---@field medianNs nsys_ai.Integer The primary figure: the median of the medians of the runs.
---@field busyNs nsys_ai.Integer The same of the time in which the GPU worked, a unit.
---@field idleNs nsys_ai.Integer The same of the time in which it did not.
---@field typicalNs nsys_ai.Integer The mean over the middle half of the units, of which budget and parts speak.
---@field runMediansNs nsys_ai.Integer[] The median of each run.

---@class nsys_ai.Comparison
---@field schema string nsys-ai.comparison/1.
---@field verdict string regression, improvement or noChange of the program; slower or faster in these captures; or inconclusive.
---@field of string program, or captures where there are too few runs to speak of the program.
---@field text string The verdict in a sentence, with how sure it is.
---@field reason? string Why it is inconclusive.
---@field unit string What one unit of work is.
---@field unitKind string step, repeat, kernel, or none.
---@field before nsys_ai.ComparedSide The base.
---@field after nsys_ai.ComparedSide What is compared with it.
---@field ratio? number The figure after / before.
---@field interval? nsys_ai.RatioBounds The wider of the two intervals of 95 %, which decides.
---@field runInterval? nsys_ai.RatioBounds By Welch's t on the logs of run medians, or t on pairs of runs.
---@field drawnInterval? nsys_ai.RatioBounds By drawing runs, then units within them (2,000 draws, fixed seed).
---@field pairs boolean Whether runs alternated and were compared in pairs.
---@field floor? number The noise floor: how far equal sets of runs of the base differ, as a share.
---@field detectable? number The change that this many runs find in 80 % of cases, as a share.
---@field runsNeeded? nsys_ai.Integer The runs a side that would find the change seen in 80 % of cases.
---@field more? string What would make it surer.
---@field hypothesis? string What became of the cause that was asked for, whose finding is then the first.
---@field causes string[] Where it went: up to three sentences, the largest part first.
---@field lookAt string[] What to do next.
---@field budget nsys_ai.BudgetRow[] Where a typical unit spends its time; the rows sum to it.
---@field parts nsys_ai.PartRow[] The same by kernel, copy and gap, by their part of the change.
---@field findings nsys_ai.FindingChange[] Causes of the book that came, went or stayed.
---@field notes string[] What a reader has to know, one sentence each.

---@class nsys_ai.CompleteWithModelParams
---@field system string What the model is given first.
---@field messages nsys_ai.ModelMessage[] The conversation so far.
---@field tools nsys_ai.ModelTool[] What it may call.
---@field mostOutputTokens nsys_ai.Integer How much it may write.

---@class nsys_ai.CompleteWithModelResult
---@field model string Which model of the editor answered.
---@field text string What it said.
---@field calls? nsys_ai.ModelToolCall[] The tools that it calls.
---@field inputTokens? nsys_ai.Integer What it read, where the editor counts it.
---@field outputTokens? nsys_ai.Integer What it wrote, where the editor counts it.

---@class nsys_ai.CopiedView
---@field name string The format.
---@field view nsys_ai.ViewLink The view whose text is copied.

---@class nsys_ai.CopyMenu
---@field kind "copies"
---@field label string What they are.
---@field views nsys_ai.CopiedView[] What can be copied.

---@class nsys_ai.DeferredBlock
---@field kind "later"
---@field view nsys_ai.ViewLink The view whose blocks take its place; it answers once they are known.
---@field text string What is under way.
---@field lines integer For how many lines of text a place is kept, so that what stands below does not move.

---@class nsys_ai.DiffParams
---@field before string[] The handles of the base, one for each run; or the name of one baseline of the workspace.
---@field after string[] The same of what is compared with it.
---@field gpus? nsys_ai.Integer[] Only these GPUs, as CUDA numbers them. Default: all.
---@field beforeIterations? nsys_ai.Integer[] Only these steps of the base: first and last, from 0.
---@field afterIterations? nsys_ai.Integer[] Only these steps of the other side.
---@field beforeWindow? nsys_ai.TimeWindow Only units of the base inside this window of its clock.
---@field afterWindow? nsys_ai.TimeWindow The same of the other side.
---@field floor? number The noise floor as a share of the figure, where it is known from elsewhere.
---@field hypothesis? string The cause that the change was to remove, by its key or words of its title.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

---@class nsys_ai.DocumentParams
---@field uri string A document of this server, nsys-ai://KIND/PATH or nsys-ai://KIND/PATH/NAME?ITEM.

---@class nsys_ai.DocumentResult
---@field uri string The document.
---@field languageId string The language of its text.
---@field text string The whole text.

---@class nsys_ai.EarlierExchange
---@field question string What was asked.
---@field answer string What was answered, in words or without a model.

---@class nsys_ai.ExperimentSide
---@field files string[] The captures.
---@field ranks nsys_ai.Integer How many it has.
---@field steps nsys_ai.Integer How many units of each rank were measured, at most.
---@field medianNs nsys_ai.Integer The median of its units, over steps and ranks.

---@class nsys_ai.ExplainParams
---@field profile string The handle.
---@field target string What to explain, as a cell's `target` or an event reference names it.

---@class nsys_ai.ExplainResult
---@field target string What is explained.
---@field markdown string The card that a hover shows.
---@field blocks nsys_ai.CardBlock[] The same card for a client that draws it itself, from top to bottom.
---@field uri? string The document that says more; left out where there is none.

---@class nsys_ai.Fact
---@field label string What it is.
---@field value nsys_ai.Cell How much it is.

---@class nsys_ai.Facts
---@field kind "facts"
---@field facts nsys_ai.Fact[] Labels with their values.

---@class nsys_ai.FindingChange
---@field key string The cause.
---@field change string came, went, or stayed.
---@field beforeNs nsys_ai.Integer Mean over GPUs: what a fix would save in the base, over its whole capture.
---@field afterNs nsys_ai.Integer The same of the other side.
---@field title string In a line, of the side that has it.

---@class nsys_ai.Flame
---@field kind "flame"
---@field label string What the widths are.
---@field to nsys_ai.ViewLink The view of the whole graph; with the parameter root it begins with another frame.
---@field root integer The place in bars of the one that takes the whole width; those around it stand above.
---@field bars nsys_ai.FlameBar[] Parents before children, siblings by value in descending order. Children may take less than all.

---@class nsys_ai.FlameBar
---@field node integer The parameter root of the view that begins with it.
---@field parent integer The place in bars of the frame around it; its own for the first.
---@field name string What the frame is.
---@field value nsys_ai.Integer Its width, on the scale of all bars.
---@field words string Its figures.
---@field kind string all, thread, function, module, range, kernel, no_range, no_chain or no_launch.
---@field place string The parameter place of the view timeline: its longest kernel, or its first sample.
---@field target? string What has a card.
---@field source? string Where its code is: a target.
---@field matches? boolean Whether it is what the filter asks for.

---@alias nsys_ai.FlameFormat "rows"|"text"|"folded"|"speedscope"

---@alias nsys_ai.FlameOf "samples"|"nvtx"|"backtraces"

---@class nsys_ai.FlameParams
---@field profile string The handle.
---@field of? nsys_ai.FlameOf CPU samples, or the time of kernels below the NVTX ranges or the call chain of their launch; the first of these that the profile has where it is left out.
---@field at? string A target, such as a gap: the window is its time.
---@field thread? nsys_ai.Integer A tid; all threads where it is left out.
---@field inverted? boolean Whether the innermost frames stand first, each around what called it.
---@field root? integer The node that the rows begin with, behind those around it; 0 for all.
---@field limit? nsys_ai.Integer How many frames at most, the largest; 1,000 where it is left out, at most 10,000.
---@field format? nsys_ai.FlameFormat rows, or also a text: an indented table, folded stacks, or a file of speedscope, with all frames.
---@field gpus? nsys_ai.Integer[] CUDA ordinals; all devices where it is empty or left out.
---@field trim? nsys_ai.TimeWindow The part of the capture to look at; all where it is left out.
---@field process? nsys_ai.Integer A pid; all processes where it is left out.
---@field iteration? nsys_ai.Integer A step of the program, from 0: its window and its process.
---@field phase? string A phase such as decode: the window of its longest stretch, and its process.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

---@class nsys_ai.FlameResult
---@field answer nsys_ai.Answer A row for each frame, parents before children; without rows where a text is asked for.
---@field text? string The text in the format that was asked for.

---@class nsys_ai.Folded
---@field kind "folded"
---@field text string What they are.
---@field lines string[] Lines that are shown when somebody asks for them.

---@class nsys_ai.Form
---@field kind "form"
---@field to nsys_ai.ViewLink The view that it asks for, with the parameters that have no field.
---@field fields nsys_ai.FormField[] The others.
---@field button? string What asks for it; where it is left out, the view follows what is typed.

---@class nsys_ai.FormField
---@field name string The parameter of the view.
---@field label string What it is called.
---@field value string What it is now.
---@field doc? string What it means.
---@field placeholder? string What holds where it is empty.

---@class nsys_ai.FrameCursor
---@field line nsys_ai.Integer From 0.
---@field column nsys_ai.Integer In cells.

---@class nsys_ai.FrameHighlight
---@field line nsys_ai.Integer From 0.
---@field begin nsys_ai.Integer In bytes of the line.
---@field end nsys_ai.Integer Behind it.
---@field role string What it means: `heading`, `compute_1`, `copy`, ...
---@field inverse? boolean True: the role's colour is that of the background.
---@field strong? boolean True: bold.

---@class nsys_ai.FrameInput
---@field action? string The name of an action, or `type`, `click`, `wheel-up`, `wheel-down`.
---@field key? string Instead: a character, or a name such as `Shift+Left`, `Tab`, `Enter`, `Ctrl+d`.
---@field text? string Of `type`: what was typed or pasted.
---@field line? nsys_ai.Integer Of a click or the wheel, from 0.
---@field column? nsys_ai.Integer The same, in cells.

---@class nsys_ai.FrameInputParams
---@field frame string The handle of `nsys/frameOpen`.
---@field inputs nsys_ai.FrameInput[] What the person did since, in order; none asks for the frame again.
---@field columns nsys_ai.Integer Of the screen now.
---@field lines nsys_ai.Integer Of the screen now.
---@field complete? boolean False: what is ready at once. True where it is left out.

---@class nsys_ai.FrameOpenParams
---@field profile string The handle.
---@field view? string `overview`, `timeline` or `tree` of NVTX ranges; `timeline` where it is left out.
---@field columns nsys_ai.Integer Of the screen, in cells of a terminal; frames have 40 to 1,000.
---@field lines nsys_ai.Integer The same: 10 to 500.
---@field ascii? boolean True: without block characters. False where it is left out.
---@field at? string The target to begin at, such as `kernel:1`; of `timeline` only.

---@class nsys_ai.FrameResult
---@field frame string The handle, for `nsys/frameInput`.
---@field lines string[] The screen from top to bottom, each line as wide as it.
---@field highlights nsys_ai.FrameHighlight[] By line and beginning; what is in none is plain.
---@field cursor? nsys_ai.FrameCursor Where the person types; left out where nothing is typed.
---@field mode string `prompt` where characters are typed, else `overview`, `timeline`, `tree`, `panel`, `list` or `config`.
---@field pending boolean Whether more will be known soon: ask again with `complete`.
---@field ended boolean Whether the person quit; the handle is no longer valid.

---@class nsys_ai.GpuInfo
---@field device nsys_ai.Integer The CUDA ordinal, as its process numbers it.
---@field pid? nsys_ai.Integer The process that numbers it so; left out where the capture names none.
---@field name string The product.
---@field memoryBytes nsys_ai.Integer Memory of the device in bytes; 0 where the capture does not say.
---@field smCount nsys_ai.Integer Streaming multiprocessors; 0 where the capture does not say.

---@class nsys_ai.Heading
---@field kind "heading"
---@field text string The text.
---@field target? string The document that says more; can be given to nsys/explain.

---@class nsys_ai.HoverParams
---@field textDocument nsys_ai.TextDocumentIdentifier The document.
---@field position nsys_ai.Position The place in it.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

--- A 64-bit integer; a string where it lies beyond 2^53.
---@alias nsys_ai.Integer integer|string

---@class nsys_ai.KernelChangeRow
---@field name string A compute kernel.
---@field before? nsys_ai.KernelTimes None where it is not among the 32 that take most time on a rank of the base.
---@field after? nsys_ai.KernelTimes The same of the other side.

---@class nsys_ai.KernelTimes
---@field calls number Runs a rank and unit, on average.
---@field ns nsys_ai.Integer Their durations, summed, of a rank and unit.
---@field meanNs nsys_ai.Integer The mean duration of all runs.

---@class nsys_ai.Links
---@field kind "links"
---@field cells nsys_ai.Cell[] Ways to go on, and words between them.

---@class nsys_ai.LocateParams
---@field profile string The handle.
---@field target string What to look for, as a cell's `target` or an event reference names it.

---@class nsys_ai.Location
---@field uri string The document.
---@field range nsys_ai.Range The place in it.

---@class nsys_ai.ModelConsentParams
---@field given boolean false withdraws it.

---@class nsys_ai.ModelMessage
---@field role string user, assistant, or tool.
---@field text string What was said, or what the tool answered.
---@field calls? nsys_ai.ModelToolCall[] The tools that the assistant called.
---@field call? string Of a tool: the id of the call that it answers.

---@alias nsys_ai.ModelSentParams table

---@class nsys_ai.ModelSentResult
---@field text string Every byte that was sent to models lately, the newest first; keys are never kept.

---@class nsys_ai.ModelStatus
---@field available boolean Whether a model can be asked, once there is consent.
---@field model? string The model that would be asked.
---@field host? string Who gets what is sent.
---@field consent boolean Whether a person has agreed to that, for this workspace and this host.
---@field sends? string What a person is asked to agree to: who gets what. Absent where there is no model.
---@field reason? string Why none can be asked, and what to do.
---@field hover string What a hover does: off, cached, onClick or always.
---@field spent string What was spent today, of how much, in words.

---@alias nsys_ai.ModelStatusParams table

---@class nsys_ai.ModelTool
---@field name string Its name.
---@field description string What it answers.
---@field inputSchema any The JSON Schema of its parameters.

---@class nsys_ai.ModelToolCall
---@field id string By which its result is known.
---@field name string The tool.
---@field input any Its parameters.

---@class nsys_ai.OpenInPerfettoParams
---@field profile string The handle.
---@field window? nsys_ai.TimeWindow The part to show; all where it is left out.
---@field detail? nsys_ai.TraceDetail full: every event; overview: what is narrower than a pixel is merged; auto: full while that stays below 200 MB.

---@class nsys_ai.OpenInPerfettoResult
---@field url string What the user's browser opens.
---@field port integer The port of `url`, for clients that forward ports.
---@field path string The path of `url`.
---@field sshCommand string One ssh -L line, for people without forwarding.
---@field fileName string The name under which the trace can be saved.

---@class nsys_ai.OpenProfileParams
---@field path string The profile's file.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

---@class nsys_ai.OpenTimelineParams
---@field profile string The handle.
---@field window? nsys_ai.TimeWindow The part to show first; all where it is left out.
---@field against? string The handle or path of a base: the timelines of both, aligned at a step.
---@field ranks? string Labels of ranks, with commas between them: the timelines of their captures, which lie in the folder of the profile, one below the other.

---@class nsys_ai.OpenTimelineResult
---@field url string What the user's browser opens.
---@field port integer The port of `url`, for clients that forward ports.
---@field path string The path of `url`, with its fragment.
---@field sshCommand string One ssh -L line, for people without forwarding.

---@class nsys_ai.OpenedProfile
---@field profile string The handle.
---@field path string The file.
---@field active boolean Whether source files are annotated from it.

---@alias nsys_ai.Outcome "rows"|"empty"|"cannot_answer"

---@class nsys_ai.Page
---@field title string What the page is about.
---@field blocks nsys_ai.Block[] From top to bottom.

---@class nsys_ai.PageAction
---@field text string What it does.
---@field view? nsys_ai.ViewLink The view that it opens.
---@field suppresses? string The finding that it suppresses, by nsys-ai.suppressFinding and with a reason.
---@field run? nsys_ai.PageCommand The command that it runs.

---@class nsys_ai.PageCommand
---@field command string A command of workspace/executeCommand.
---@field round string Its argument: the folder of a round of nsys-ai annotate loop.

---@class nsys_ai.PageFinding
---@field kind "finding"
---@field severity nsys_ai.Severity How much it matters.
---@field title nsys_ai.Cell What is wrong.
---@field detail string The numbers behind it.
---@field advice string What to do about it.
---@field evidence nsys_ai.Cell[] The events to look at, each a target.
---@field actions? nsys_ai.PageAction[] What can be done about it.

---@class nsys_ai.PageTable
---@field kind "table"
---@field header nsys_ai.Cell[] One cell a column.
---@field rows nsys_ai.Cell[][] One list of cells a row.
---@field caption string What shares are of, and what was left out.

---@class nsys_ai.Paragraph
---@field kind "paragraph"
---@field text string The text.
---@field refs? nsys_ai.Cell[] Words that stand in the text, and what they name.

---@class nsys_ai.PartRow
---@field name string A kernel, a direction of copies, or why the GPU had nothing to do.
---@field label string The name for people.
---@field use string The row of the budget that it belongs to.
---@field family string Of a kernel.
---@field change string slower, faster, moreCalls, fewerCalls, grew, shrank, added, removed, renamed; unchanged, where it changed by less than 1 % or 2 us; uncertain, where chance may explain it; notTested, where it takes too little of a unit.
---@field beforeNs nsys_ai.Integer Of a typical unit of the base: the time that nothing more important covers.
---@field afterNs nsys_ai.Integer The same of the other side.
---@field changeNs nsys_ai.Integer The difference; those of all rows sum to that of the typical unit.
---@field beforeCalls number Runs in a typical unit of the base.
---@field afterCalls number Runs in a typical unit of the other side.
---@field beforeMeanNs? nsys_ai.Integer The mean of all runs in the base.
---@field afterMeanNs? nsys_ai.Integer The mean of all runs in the other side.
---@field beforeShape? string Grid, block and registers, where all launches have the same and they changed.
---@field afterShape? string The same of the other side.
---@field formerName? string Of a renamed kernel: what the base calls it.
---@field probability? number Of such a difference by chance, where it was tested.
---@field beforeRefs string[] Events to look at in the base.
---@field afterRefs string[] Events to look at in the other side.

---@class nsys_ai.Picture
---@field kind "picture"
---@field parts nsys_ai.Integer In how many equal parts the run is drawn.
---@field ticks nsys_ai.PictureTick[] Some round times.
---@field gpus nsys_ai.PictureGpu[] Those that are drawn.

---@class nsys_ai.PictureGpu
---@field name string Short, for the margin.
---@field words string The GPU, and which share of the whole run it was busy.
---@field busy nsys_ai.Integer[] By part, in thousandths of its length.

---@class nsys_ai.PictureTick
---@field at number Where it stands, as a share of the run.
---@field text string The time there, on the capture's clock.

---@class nsys_ai.PlainText
---@field kind "text"
---@field text string A text as it is, for another program.

---@class nsys_ai.Position
---@field line integer Zero-based line.
---@field character integer Zero-based offset in the line, in the position encoding of the session.

---@class nsys_ai.ProcessInfo
---@field pid? nsys_ai.Integer The process id; left out where the capture names none.
---@field name string The program; empty where the capture does not say.

---@class nsys_ai.ProfileInfo
---@field profile string The handle by which other methods name this profile.
---@field path string The file.
---@field fileName string The file without its folders.
---@field fileBytes nsys_ai.Integer Size of the file in bytes.
---@field productVersion string Version of the exporter; empty where the file does not say.
---@field schemaVersion string Version of the file's schema; empty where the file does not say.
---@field startNs nsys_ai.Integer Start of the first event, in ns on the capture's clock.
---@field endNs nsys_ai.Integer End of the last event, in ns on the capture's clock.
---@field gpus nsys_ai.GpuInfo[] The devices that were used, the first hundred of them.
---@field gpuCount nsys_ai.Integer How many devices were used.
---@field processes nsys_ai.ProcessInfo[] The processes that events name, the first hundred of them.
---@field processCount nsys_ai.Integer How many processes events name.
---@field kernels nsys_ai.Integer How many kernels ran.
---@field copies nsys_ai.Integer How many copies ran.
---@field memsets nsys_ai.Integer How many memsets ran.
---@field calls nsys_ai.Integer How many CUDA calls were made.
---@field nvtxRanges nsys_ai.Integer How many NVTX ranges there are.
---@field notes string[] What was missing, repaired or left out, one sentence each.

---@class nsys_ai.ProfileParams
---@field profile string A handle that nsys/openProfile returned.

---@alias nsys_ai.ProfilesParams table

---@class nsys_ai.ProfilesResult
---@field profiles nsys_ai.OpenedProfile[] The profiles that are open.

---@class nsys_ai.QueryParams
---@field profile string The handle.
---@field sql string One SELECT over the relational model of docs/SCHEMA.md.
---@field gpus? nsys_ai.Integer[] CUDA ordinals; all devices where it is empty or left out.
---@field trim? nsys_ai.TimeWindow The part of the capture to look at; all where it is left out.
---@field process? nsys_ai.Integer A pid; all processes where it is left out.
---@field iteration? nsys_ai.Integer A step of the program, from 0, as iteration_timing numbers them: its window and its process.
---@field phase? string A phase such as decode, as the skill phases names them: the window of its longest stretch, and its process.
---@field limit? nsys_ai.Integer How many rows at most, 1000 where it is left out and at most 10000; with partialResultToken a million.
---@field offset? nsys_ai.Integer How many rows of the answer to pass over: the `next_offset` of the page before.
---@field partialResultToken? nsys_ai.Token Asks for the rows as `$/progress` under this token; the answer then comes without rows.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

---@class nsys_ai.Range
---@field start nsys_ai.Position The first position inside.
---@field end nsys_ai.Position The first position outside.

---@class nsys_ai.RankChangeRow
---@field rank string Its label, equal on both sides.
---@field change string slower or faster, by its own time; unchanged, by less than 2 %; uncertain, which chance may explain; notTested, where a side has fewer than five units.
---@field before nsys_ai.RankTimes Medians over its units in the base.
---@field after nsys_ai.RankTimes The same of the other side.
---@field ratio? number Own time after / before.
---@field interval? nsys_ai.RatioBounds Its interval of 95 %.

---@class nsys_ai.RankFinding
---@field key string straggler, slow-gpu, late-host, rotating, host-jitter, slow-link, imbalance-by-design, clock-skew or several-runs.
---@field severity string high, medium or information.
---@field title string In a line.
---@field detail string By what figures.
---@field advice string What to do next.
---@field ranks string[] Which ranks it is about.
---@field lostNs nsys_ai.Integer How long the others waited, on average; of a slow link how much longer it took.

---@class nsys_ai.RankReport
---@field schema string The version of this format.
---@field findings nsys_ai.RankFinding[] What stands out, the greatest loss first; empty where nothing does.
---@field ranks nsys_ai.RankRow[] A row for each GPU of each process.
---@field collectives nsys_ai.CollectiveRow[] Matched collectives by communicator, operation and size, the longest waits first.
---@field steps nsys_ai.RankStepRow[] A row for each step.
---@field clocks nsys_ai.ClockRow[] A row for each capture.
---@field unread nsys_ai.UnreadFile[] Files that could not be read.
---@field notes string[] What else a reader must know.

---@class nsys_ai.RankRow
---@field rank string Its number; where nothing states it, the file and what distinguishes it there.
---@field number? nsys_ai.Integer The rank as a number, where it is known.
---@field numberFrom? string What states it: a variable of the launcher, NCCL's payloads, MPI_RANKS, the file's name.
---@field file string The capture.
---@field host string The machine, where the capture names it.
---@field pid? nsys_ai.Integer The process.
---@field device nsys_ai.Integer The GPU, as CUDA numbers it in that process.
---@field gpu string Its model.
---@field uuid string Which GPU it is, else its place on the bus; empty where the capture does not say.
---@field group nsys_ai.Integer Ranks of one number run the same kernels equally often a step.
---@field steps nsys_ai.Integer How many steps were found.
---@field stepNs? nsys_ai.Integer The median of their durations on the GPU.
---@field spanNs nsys_ai.Integer From its first GPU operation to the end of its last.
---@field busyNs nsys_ai.Integer Of that, with any operation on the GPU.
---@field computeNs nsys_ai.Integer With a compute kernel.
---@field communicationNs nsys_ai.Integer With a communication kernel.
---@field overlapNs nsys_ai.Integer With both.
---@field idleNs nsys_ai.Integer spanNs - busyNs.
---@field collectives nsys_ai.Integer Communication kernels.
---@field collectiveNs nsys_ai.Integer Their durations, summed: transferNs + waitNs + unmatchedNs.
---@field transferNs nsys_ai.Integer Of matched collectives: for each the duration of its shortest participant.
---@field waitNs nsys_ai.Integer Of matched collectives: the rest, which waited for the last to come.
---@field unmatchedNs nsys_ai.Integer Of kernels without a partner on each rank of their communicator, or that wait for nobody.
---@field last nsys_ai.Integer In how many collectives it came last.
---@field lastOf nsys_ai.Integer Of how many in which somebody clearly did.
---@field mpiTransferNs nsys_ai.Integer On the host, of matched collectives of MPI: for each the duration of its shortest participant.
---@field mpiWaitNs nsys_ai.Integer On the host, the rest of these.

---@class nsys_ai.RankStepRow
---@field step nsys_ai.Integer Its number, from 0.
---@field slowest string The rank with the longest own time; empty where no two of one group differ by 2 %.
---@field durationNs nsys_ai.Integer[] Of each rank, in the order of `ranks`; -1 where it has no such step.
---@field ownNs nsys_ai.Integer[] The same without what it waited for others in matched collectives.

---@class nsys_ai.RankTimes
---@field unitNs nsys_ai.Integer A unit.
---@field ownNs nsys_ai.Integer The same without what the rank waited for others in matched collectives.
---@field waitNs nsys_ai.Integer What it waited.
---@field transferNs nsys_ai.Integer Of matched collectives in it, the durations of the shortest participants, summed.
---@field busyNs nsys_ai.Integer With any operation on the GPU.
---@field communicationNs nsys_ai.Integer With a communication kernel.

---@class nsys_ai.RanksComparison
---@field schema string The version of this format.
---@field verdict string slower, faster or noChange, of these captures; or inconclusive.
---@field text string The verdict in a sentence.
---@field reason? string Why it is inconclusive.
---@field unit string step, from its first operation to that of the next one; else capture, as a whole.
---@field before nsys_ai.ExperimentSide The base.
---@field after nsys_ai.ExperimentSide What is compared with it.
---@field ratio? number The median unit after / before.
---@field interval? nsys_ai.RatioBounds Its interval of 95 %.
---@field causes string[] Where it went, in up to three sentences.
---@field findings nsys_ai.FindingChange[] Findings on ranks that came, went or stayed.
---@field ranks nsys_ai.RankChangeRow[] A row for each rank of both sides.
---@field collectives nsys_ai.CollectiveChangeRow[] By operation, size and participants, by what their transfer changed.
---@field kernels nsys_ai.KernelChangeRow[] By name, over all ranks, by what they changed.
---@field unread nsys_ai.UnreadFile[] Files that could not be read.
---@field notes string[] What else a reader must know.

---@class nsys_ai.RanksParams
---@field paths string[] Profiles, and folders below which all profiles are taken.
---@field ranksByName? boolean Takes ranks that captures do not state from `rank3` in names of files, and says so.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

---@class nsys_ai.RatioBounds
---@field low number The lower bound of after / before.
---@field high number The upper bound.

---@class nsys_ai.Report
---@field schema string nsys-ai.report/1.
---@field tool nsys_ai.ReportTool What wrote it.
---@field generated_at string When, in UTC.
---@field trace nsys_ai.ReportTrace What it is about.
---@field warnings string[] What a reader has to know, one sentence each.
---@field findings nsys_ai.ReportFinding[] The causes of lost time that hold, by the time that they concern.
---@field nvtx_coverage_warn_threshold number The share of kernel time in NVTX ranges below which the report warns.
---@field metrics table<string, nsys_ai.Answer> Answers of skills for the whole scope, by the name of the report's part.
---@field by_pid nsys_ai.ReportOfProcess[] The kernels of each process on each of its GPUs; other answers have a column pid.

---@class nsys_ai.ReportFinding
---@field key string The page of the book of root causes.
---@field severity string high, medium, low or information.
---@field title string What holds, with its number.
---@field evidence string Numerator, denominator and scope.
---@field recommendation string What to do, in Markdown.
---@field verify string How to see that it helped.
---@field at_stake_ns nsys_ai.Integer What a fix saves at most, mean over GPUs.
---@field refs string[] Events to look at.

---@class nsys_ai.ReportOfProcess
---@field pid? nsys_ai.Integer The process; absent where the capture names none.
---@field device nsys_ai.Integer The GPU, as that process numbers it.
---@field kernels nsys_ai.Answer The answer of top_kernels for this process and GPU.

---@class nsys_ai.ReportParams
---@field profile string The handle.
---@field phaseMap? string JSON that names the ranges of each phase; .nsys-ai/phases.json or a built-in map where it is left out.
---@field gpus? nsys_ai.Integer[] CUDA ordinals; all devices where it is empty or left out.
---@field trim? nsys_ai.TimeWindow The part of the capture to look at; all where it is left out.
---@field process? nsys_ai.Integer A pid; all processes where it is left out.
---@field iteration? nsys_ai.Integer A step of the program, from 0: its window and its process.
---@field phase? string A phase such as decode: the window of its longest stretch, and its process.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

---@class nsys_ai.ReportResult
---@field markdown string The report to paste into a pull request, at most 12 kB.
---@field report nsys_ai.Report All of it.

---@class nsys_ai.ReportTool
---@field name string nsys-ai.
---@field version string Its version.

---@class nsys_ai.ReportTrace
---@field path string The name of the profile, without its folder.

---@class nsys_ai.RunSkillParams
---@field profile string The handle.
---@field skill string The skill's name.
---@field params? table<string, nsys_ai.Scalar> Its parameters, as a person would write them.
---@field gpus? nsys_ai.Integer[] CUDA ordinals; all devices where it is empty or left out.
---@field trim? nsys_ai.TimeWindow The part of the capture to look at; all where it is left out.
---@field process? nsys_ai.Integer A pid; all processes where it is left out.
---@field iteration? nsys_ai.Integer A step of the program, from 0, as iteration_timing numbers them: its window and its process.
---@field phase? string A phase such as decode, as the skill phases names them: the window of its longest stretch, and its process.
---@field offset? nsys_ai.Integer How many rows of the answer to pass over: the `next_offset` of the page before.
---@field partialResultToken? nsys_ai.Token Asks for the rows as `$/progress` under this token; the answer then comes without rows.
---@field workDoneToken? nsys_ai.Token Asks for progress under this token.

--- A cell of an answer or a parameter of a skill.
---@alias nsys_ai.Scalar string|number|boolean|nil

---@alias nsys_ai.Severity "high"|"medium"|"low"|"information"

---@class nsys_ai.SkillInfo
---@field name string The name by which it is run.
---@field title string The question it answers.
---@field doc string How it is computed.
---@field reading string How to read the answer; may be empty.
---@field source string Where the definition comes from; may be empty.
---@field limits string What the answer does not show; may be empty.
---@field needs string[] What a capture must hold.
---@field params nsys_ai.SkillParam[] What can be set.
---@field columns nsys_ai.ColumnInfo[] What its rows carry.
---@field path? string The file of a user's own skill; left out for a built-in one.

---@class nsys_ai.SkillParam
---@field name string The name.
---@field type string integer, real or text.
---@field unit string What it counts; empty for plain text.
---@field default nsys_ai.Scalar The value where none is given.
---@field doc string What it does.

---@alias nsys_ai.SkillsParams table

---@class nsys_ai.SkillsResult
---@field skills nsys_ai.SkillInfo[] All skills, by name: built-in ones, and those of the workspace and the user.
---@field broken nsys_ai.BrokenSkill[] Files of the workspace and the user that are no skills.

---@alias nsys_ai.Sorted "ascending"|"descending"

---@alias nsys_ai.SpanStyle "code"|"strong"|"emphasis"

---@class nsys_ai.StatusAnswers
---@field count nsys_ai.Integer How many answers of skills are remembered.
---@field bytes nsys_ai.Integer What they take in memory.

---@alias nsys_ai.StatusParams table

---@class nsys_ai.StatusProfile
---@field profile string The handle.
---@field path string The file.
---@field fileBytes nsys_ai.Integer The size of the file, which bounds what its columns take.

---@class nsys_ai.StatusRequest
---@field method string What is asked.
---@field lane string Where it is answered: quick, bulk, remote, or session.
---@field started boolean Whether a worker has begun.
---@field ageMs nsys_ai.Integer How long ago it came.

---@class nsys_ai.StatusResult
---@field version string Of the server.
---@field pid nsys_ai.Integer The server's process.
---@field uptimeMs nsys_ai.Integer How long the server runs.
---@field residentBytes nsys_ai.Integer What the process has in memory.
---@field memoryLimitBytes? nsys_ai.Integer What it may take; absent where nobody set it.
---@field clients nsys_ai.Integer How many sessions there are.
---@field profiles nsys_ai.StatusProfile[] The profiles that this client has open.
---@field answers nsys_ai.StatusAnswers What is remembered for all clients.
---@field requests nsys_ai.StatusRequest[] The requests of this client that have no reply yet, the oldest first.
---@field waitingMessages nsys_ai.Integer Messages of this client that nobody has looked at yet.
---@field outgoingBytes nsys_ai.Integer What this client has not read yet.

---@class nsys_ai.TargetAtResult
---@field profile string The handle of the profile that says so.
---@field path string Its file.
---@field target string What is named there; can be given to nsys/explain and nsys/answerInWords.

---@class nsys_ai.TextDocumentIdentifier
---@field uri string The document.

---@class nsys_ai.TimeWindow
---@field startNs nsys_ai.Integer The first moment inside, in ns on the capture's clock.
---@field endNs nsys_ai.Integer The first moment outside, in ns on the capture's clock.

---@class nsys_ai.Timeline
---@field runStart nsys_ai.Integer Of the whole run, in ns on the capture's clock.
---@field runLength nsys_ai.Integer In ns.
---@field start nsys_ai.Integer Of the window, in ns since the start of the run. What straddles a bound is cut there.
---@field end nsys_ai.Integer Of the window, likewise.
---@field pixel nsys_ai.Integer What is shorter than this, in ns, is merged with its neighbours; 0: nothing is. Else a power of two; pixels count from time 0 of the capture's clock.
---@field complete boolean False where the rest is more than a screen could show.
---@field preview? boolean True where a preview was asked for and rows are missing, because they take longer.
---@field words string What is shown, and in which detail.
---@field texts string[] What the rows point to.
---@field rows nsys_ai.TimelineRow[] Parents before their children.

---@class nsys_ai.TimelineBookmarkParams
---@field profile string The handle.
---@field window nsys_ai.TimeWindow The place; a point where it ends where it begins.
---@field name string What to call it; one of that name is replaced.
---@field note? string What there is to say of it.

---@class nsys_ai.TimelineBookmarkResult
---@field file string Where it is kept.

---@class nsys_ai.TimelineLink
---@field kind "timeline"
---@field text string What leads there.
---@field target string What a timeline can show.

---@class nsys_ai.TimelineMatches
---@field total nsys_ai.Integer How many events match in all of the run.
---@field columns nsys_ai.Integer[] How many of them begin in each column of the window that was asked for.
---@field timeline nsys_ai.Timeline Those that were asked for, on their rows; none of them is merged.

---@class nsys_ai.TimelineParams
---@field profile string The handle.
---@field window? nsys_ai.TimeWindow The part to draw; the whole run where it is left out.
---@field columns? nsys_ai.Integer How many columns the screen has, 1 to 16,000; 2,000 where it is left out.
---@field rows? string[] Ids of the rows to draw; all where it is left out.
---@field asAll? boolean With `rows`: merged as all rows together would be, so that these are drawn as they will be among all.
---@field findings? boolean False: without the rows of findings, for which the run has to be judged first. True where it is left out.
---@field preview? boolean True: what can be drawn at once, which is the rows of streams alone where a large run is still to be merged; the answer's `preview` says so. Without `rows` only. False where it is left out.

---@class nsys_ai.TimelineRelatedParams
---@field profile string The handle.
---@field target string An event, or what stands for one: a kernel's name and a label for their longest.

---@class nsys_ai.TimelineRelatedResult
---@field target string The event.
---@field text string What it is.
---@field when string How long it is, and when it begins.
---@field row string The id of the row that it is drawn on; empty where none draws it.
---@field startNs nsys_ai.Integer When it begins, in ns on the capture's clock.
---@field lengthNs nsys_ai.Integer How long it is, in ns; 0 for a mark.
---@field window nsys_ai.TimeWindow The part to look at it in.
---@field related nsys_ai.TimelineRelation[] What it hangs together with, by relation; ranges from the innermost on.

---@class nsys_ai.TimelineRelation
---@field relation string launched_by, launches, waited_for_by, waits_for, fed_by, feeds, begins_behind, ended_by, ended_by_launch, first_inside, last_inside, shown_by or inside.
---@field words string The same for people.
---@field target string The other event.
---@field text string What it is.
---@field when string How long it is, and how much earlier or later it begins.
---@field row string The id of the row that it is drawn on; empty where none draws it.
---@field startNs nsys_ai.Integer When it begins, in ns on the capture's clock.
---@field lengthNs nsys_ai.Integer How long it is, in ns; 0 for a mark.

---@class nsys_ai.TimelineRow
---@field id string To ask for it alone, with what overlaps on it, which stands in rows of the same id. Empty for what only groups others.
---@field parent nsys_ai.Integer The row above it, as its place in `rows` counted from 1; 0 at the top.
---@field rank nsys_ai.Integer Its place among the rows of one parent: the same in each window.
---@field name string What it shows. With its rank and those of its parents it is the same row in each window.
---@field unit string Of a counter; may be empty.
---@field deepest nsys_ai.Integer How many slices lie in each other on it at most, in all of the run; 0 where that is not known.
---@field starts nsys_ai.Integer[] In ns since the start of the run, never going back.
---@field lengths nsys_ai.Integer[] In ns; 0 is a mark. Empty for a counter.
---@field depths nsys_ai.Integer[] How many slices of the row it lies in.
---@field names nsys_ai.Integer[] Places in `texts`.
---@field kinds nsys_ai.Integer[] Places in `texts`: compute, communication, copy, nvtx, merged, ...
---@field families nsys_ai.Integer[] Places in `texts`: what many are alike in, and are coloured by: of a kernel its family, of an NVTX range its label without numbers; -1 where the kind says it.
---@field refs nsys_ai.Integer[] Places in `texts`: what explains the slice when it is asked for; -1 for none.
---@field facts nsys_ai.Integer[] Places in `texts`: where nothing does, a line for each fact; -1 for none.
---@field values number[] Of a counter, each from its start to the next one's.

---@class nsys_ai.TimelineSearchParams
---@field profile string The handle.
---@field text string A part of the name, letters in either case; `*` for whatever lies between.
---@field kinds? string[] Of these kinds alone: kernel, nvtx, mark, call, copy.
---@field rows? string[] On the rows of these ids alone.
---@field leastNs? nsys_ai.Integer None that is shorter, in ns.
---@field from? nsys_ai.Integer The first that is listed, counted from 0 in the order of time.
---@field limit? nsys_ai.Integer How many are listed, 2,000 at most; 200 where it is left out.
---@field window? nsys_ai.TimeWindow The part of which `columns` are; the whole run where it is left out.
---@field columns? nsys_ai.Integer In how many columns of the window matches are counted, 16,000 at most.

---@class nsys_ai.TimelineWindowParams
---@field profile string The handle.
---@field window nsys_ai.TimeWindow The part that is measured.
---@field rows? string[] Ids of rows: their GPUs or their process are measured; everything where they are left out.
---@field part? string times: how long it is, and how busy each GPU was; causes: why GPUs were idle; names: kernels, copies and ranges. times where it is left out.
---@field skill? string Instead, a skill with its parameters, such as `top_kernels limit=5`: its answer in that scope.

---@class nsys_ai.TimelineWindowResult
---@field page nsys_ai.Page The figures; those of the skills that it names, in the same scope.
---@field command string What a person types in a terminal to ask the same.
---@field skills? string[] With times, the skills that can be asked.

--- The id of a request or the token of a progress.
---@alias nsys_ai.Token integer|string

---@alias nsys_ai.TraceDetail "auto"|"full"|"overview"

---@class nsys_ai.UnreadFile
---@field file string The file.
---@field reason string Why it was not read.

---@class nsys_ai.ViewLink
---@field view string Which view, for nsys/viewOpen.
---@field params table<string, string> With which parameters.

---@class nsys_ai.ViewOpenParams
---@field profile string The handle.
---@field view string Which view: overview, findings, kernels, skills, skill or tree.
---@field params? table<string, string> What of it, as the links and forms of pages have it.

---@class nsys_ai.ViewOpenResult
---@field uri? string The document that says the same in text; left out where there is none.
---@field page nsys_ai.Page What to draw.

---@class nsys_ai.Words
---@field schema string nsys-ai.words/1.
---@field outcome string words, or none.
---@field text string What the model said, checked, as Markdown. Empty where there is none.
---@field reason? string Why there are no words, and what to do.
---@field needsConsent boolean Whether they lack for want of a person's consent alone.
---@field figures nsys_ai.Integer How many figures the text has.
---@field checked nsys_ai.Integer How many of them stand in what the model was given.
---@field unchecked string[] A sentence for each of the others, which the text marks.
---@field refs string[] Events that the text refers to, all of them given to it before.
---@field below string What is to stand under the text: figures that were checked, the model, what it cost.
---@field model? string The model that said it.
---@field inputTokens nsys_ai.Integer What it read, in tokens.
---@field outputTokens nsys_ai.Integer What it wrote, in tokens.
---@field toolCalls nsys_ai.Integer How often it asked the profile.
---@field costUsd? number What that cost, where the price is set.
---@field kept boolean Whether it was answered before, and cost nothing now.

---@class nsys_ai.WriteModelKeyParams
---@field service string Whose key is wanted: one of the setting `modelKeys`.
---@field pipe string The path of a pipe on this machine, which is there already; the key is written to it.

---@class nsys_ai.WriteModelKeyResult
---@field written boolean Whether the key was written, and the pipe closed.

local M = {}

M.protocol_version = "0.1.0"

M.methods = {
  -- Measures source files with this profile from now on.
  -- Takes nsys_ai.ProfileParams, gives nil.
  activate_profile = "nsys/activateProfile",
  -- Where the same steps are in two profiles, to align their timelines.
  -- Takes nsys_ai.AlignedTimesParams, gives nsys_ai.AlignedTimesResult.
  aligned_times = "nsys/alignedTimes",
  -- Has a language model put an answer in words, and checks each figure of it; or says why not.
  -- Takes nsys_ai.AnswerInWordsParams, gives nsys_ai.Words.
  answer_in_words = "nsys/answerInWords",
  -- Answers a question in words, or says why not.
  -- Takes nsys_ai.AskParams, gives nsys_ai.AskAnswer.
  ask = "nsys/ask",
  -- What may follow what is typed of a question.
  -- Takes nsys_ai.AskCompleteParams, gives nsys_ai.AskCompletions.
  ask_complete = "nsys/askComplete",
  -- Closes a profile; its memory is freed once running requests end.
  -- Takes nsys_ai.ProfileParams, gives nil.
  close_profile = "nsys/closeProfile",
  -- Compares the ranks of two runs: which became slower, and whether it works or waits.
  -- Takes nsys_ai.CompareRanksParams, gives nsys_ai.RanksComparison.
  compare_ranks = "nsys/compareRanks",
  -- Asks the editor's own model, of clients that set `editor` as the model.
  -- Takes nsys_ai.CompleteWithModelParams, gives nsys_ai.CompleteWithModelResult.
  complete_with_model = "nsys/completeWithModel",
  -- Compares two open profiles, or two sets of runs: a verdict, how sure it is, and where the time went.
  -- Takes nsys_ai.DiffParams, gives nsys_ai.Comparison.
  diff = "nsys/diff",
  -- The text of a document that the server makes.
  -- Takes nsys_ai.DocumentParams, gives nsys_ai.DocumentResult.
  document = "nsys/document",
  -- The card that a hover over the target shows.
  -- Takes nsys_ai.ExplainParams, gives nsys_ai.ExplainResult.
  explain = "nsys/explain",
  -- Stacks of CPU samples or of launches, merged into a tree, with what they take.
  -- Takes nsys_ai.FlameParams, gives nsys_ai.FlameResult.
  flame = "nsys/flame",
  -- Does what a person did on a frame, and draws it again.
  -- Takes nsys_ai.FrameInputParams, gives nsys_ai.FrameResult.
  frame_input = "nsys/frameInput",
  -- Opens overview, timeline or tree as text, for keys.
  -- Takes nsys_ai.FrameOpenParams, gives nsys_ai.FrameResult.
  frame_open = "nsys/frameOpen",
  -- The document that describes a target, and its line there.
  -- Takes nsys_ai.LocateParams, gives nsys_ai.Location.
  locate = "nsys/locate",
  -- A person agrees, or no longer agrees, that the model of nsys/modelStatus is sent what it says.
  -- Takes nsys_ai.ModelConsentParams, gives nsys_ai.ModelStatus.
  model_consent = "nsys/modelConsent",
  -- Shows what was sent to language models.
  -- Takes nsys_ai.ModelSentParams, gives nsys_ai.ModelSentResult.
  model_sent = "nsys/modelSent",
  -- Whether a language model can be asked, which, and what it would be sent.
  -- Takes nsys_ai.ModelStatusParams, gives nsys_ai.ModelStatus.
  model_status = "nsys/modelStatus",
  -- Serves the profile to Perfetto in the user's browser.
  -- Takes nsys_ai.OpenInPerfettoParams, gives nsys_ai.OpenInPerfettoResult.
  open_in_perfetto = "nsys/openInPerfetto",
  -- Opens a profile. Opening a file that is open gives the same handle.
  -- Takes nsys_ai.OpenProfileParams, gives nsys_ai.ProfileInfo.
  open_profile = "nsys/openProfile",
  -- Serves nsys-ai's own timeline of the profile to the user's browser.
  -- Takes nsys_ai.OpenTimelineParams, gives nsys_ai.OpenTimelineResult.
  open_timeline = "nsys/openTimeline",
  -- What an open profile holds.
  -- Takes nsys_ai.ProfileParams, gives nsys_ai.ProfileInfo.
  profile_info = "nsys/profileInfo",
  -- The profiles that are open.
  -- Takes nsys_ai.ProfilesParams, gives nsys_ai.ProfilesResult.
  profiles = "nsys/profiles",
  -- Reads the tables of a profile with one SELECT.
  -- Takes nsys_ai.QueryParams, gives nsys_ai.Answer.
  query = "nsys/query",
  -- Reads the captures of one run together: which rank is slow, whether always, and who waits for it.
  -- Takes nsys_ai.RanksParams, gives nsys_ai.RankReport.
  ranks = "nsys/ranks",
  -- Writes the report on a run of inference, as Markdown and as data.
  -- Takes nsys_ai.ReportParams, gives nsys_ai.ReportResult.
  report = "nsys/report",
  -- Asks a skill its question.
  -- Takes nsys_ai.RunSkillParams, gives nsys_ai.Answer.
  run_skill = "nsys/runSkill",
  -- The questions that can be asked.
  -- Takes nsys_ai.SkillsParams, gives nsys_ai.SkillsResult.
  skills = "nsys/skills",
  -- How the server is doing: memory, profiles, requests under way.
  -- Takes nsys_ai.StatusParams, gives nsys_ai.StatusResult.
  status = "nsys/status",
  -- What a place of a text names: what a hover there is about.
  -- Takes nsys_ai.HoverParams, gives nsys_ai.TargetAtResult|nil.
  target_at = "nsys/targetAt",
  -- What a screen can show of a part of the run.
  -- Takes nsys_ai.TimelineParams, gives nsys_ai.Timeline.
  timeline = "nsys/timeline",
  -- Marks a place of the run in the workspace.
  -- Takes nsys_ai.TimelineBookmarkParams, gives nsys_ai.TimelineBookmarkResult.
  timeline_bookmark = "nsys/timelineBookmark",
  -- Where an event is drawn, and what it hangs together with.
  -- Takes nsys_ai.TimelineRelatedParams, gives nsys_ai.TimelineRelatedResult.
  timeline_related = "nsys/timelineRelated",
  -- What bears a name, wherever the timeline draws it.
  -- Takes nsys_ai.TimelineSearchParams, gives nsys_ai.TimelineMatches.
  timeline_search = "nsys/timelineSearch",
  -- What is known of a part of the run, or the answer of a skill there.
  -- Takes nsys_ai.TimelineWindowParams, gives nsys_ai.TimelineWindowResult.
  timeline_window = "nsys/timelineWindow",
  -- A page to draw.
  -- Takes nsys_ai.ViewOpenParams, gives nsys_ai.ViewOpenResult.
  view_open = "nsys/viewOpen",
  -- Asks for a key that the client keeps: it goes through a pipe, since messages end up in logs.
  -- Takes nsys_ai.WriteModelKeyParams, gives nsys_ai.WriteModelKeyResult.
  write_model_key = "nsys/writeModelKey",
}

return M
