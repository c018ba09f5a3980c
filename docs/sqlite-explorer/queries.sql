-- Queries of an export as Nsight Systems writes it, and the same question to the relational model (docs/SCHEMA.md).
-- The explorer shows both; a test runs both on a profile and compares every cell.

-- title: Which kernels took the most GPU time?
-- about: The sum counts time twice where kernels run side by side on one GPU.
SELECT s.value AS kernel, count(*) AS launches, sum(k.end - k.start) AS total_ns
FROM CUPTI_ACTIVITY_KIND_KERNEL AS k JOIN StringIds AS s ON s.id = k.shortName
GROUP BY k.shortName ORDER BY total_ns DESC, kernel LIMIT 10;
-- model:
SELECT short_name AS kernel, count(*) AS launches, sum(duration) AS total_ns
FROM kernel GROUP BY short_name ORDER BY total_ns DESC, kernel LIMIT 10;

-- title: What moved between host and GPU?
-- about: `copyKind` is a number; ENUM_CUDA_MEMCPY_OPER of the file says what it means.
SELECT copyKind AS kind, count(*) AS copies, sum(bytes) AS bytes, sum(end - start) AS ns
FROM CUPTI_ACTIVITY_KIND_MEMCPY GROUP BY copyKind ORDER BY copyKind;
-- model:
SELECT copy_kind AS kind, count(*) AS copies, sum(bytes) AS bytes, sum(duration) AS ns
FROM memcpy GROUP BY copy_kind ORDER BY copy_kind;

-- title: Which call launched each kernel, and how long did the kernel wait?
-- about: `correlationId` is unique in its process only, so the process is part of the join. The calls that count are those of eventClass 0 and 1.
SELECT k.start AS kernel_start, r.start AS call_start, k.start - r.start AS latency_ns
FROM CUPTI_ACTIVITY_KIND_KERNEL AS k JOIN CUPTI_ACTIVITY_KIND_RUNTIME AS r
  ON r.correlationId = k.correlationId AND r.globalTid / 0x1000000 = k.globalPid / 0x1000000 AND r.eventClass IN (0, 1)
ORDER BY k.start, r.start LIMIT 10;
-- model:
SELECT k.start AS kernel_start, c.start AS call_start, k.start - c.start AS latency_ns
FROM kernel AS k JOIN runtime_call AS c ON c.id = k.launch
ORDER BY k.start, c.start LIMIT 10;

-- title: How long is each NVTX range open?
-- about: 59 are push/pop ranges, 60 start/end ranges. The text is in `text`, or in StringIds by `textId`.
SELECT coalesce(n.text, s.value) AS range, count(*) AS times, sum(n.end - n.start) AS open_ns
FROM NVTX_EVENTS AS n LEFT JOIN StringIds AS s ON s.id = n.textId
WHERE n.eventType IN (59, 60) AND n.end IS NOT NULL
GROUP BY range ORDER BY open_ns DESC, range LIMIT 10;
-- model:
SELECT text AS range, count(*) AS times, sum(duration) AS open_ns
FROM nvtx WHERE style <> 'mark' AND duration IS NOT NULL GROUP BY text ORDER BY open_ns DESC, range LIMIT 10;

-- title: Which CUDA calls took the most time?
-- about: Names carry the version of the interface (`_v3020`); the model leaves it out, so the sums by call are compared here.
SELECT count(*) AS calls, sum(end - start) AS ns, max(end - start) AS longest_ns
FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass IN (0, 1);
-- model:
SELECT count(*) AS calls, sum(duration) AS ns, max(duration) AS longest_ns FROM runtime_call;

-- title: From when to when did each stream work?
-- about: A stream is (process, device, context, stream); two processes may use the same numbers.
SELECT deviceId AS device, streamId AS stream, count(*) AS kernels, min(start) AS first, max(end) AS last
FROM CUPTI_ACTIVITY_KIND_KERNEL GROUP BY globalPid, deviceId, contextId, streamId ORDER BY first, stream LIMIT 20;
-- model:
SELECT device, stream, count(*) AS kernels, min(start) AS first, max(end) AS last
FROM kernel GROUP BY process, device, context, stream ORDER BY first, stream LIMIT 20;
