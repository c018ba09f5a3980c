-- Which functions of the host do streams wait for?
--
-- Functions that the program puts into the order of a stream (`cudaLaunchHostFunc`, `cudaStreamAddCallback`,
-- host nodes of CUDA graphs), by name and thread: how often they ran, how long, and how long streams waited.
-- A stream does nothing else meanwhile; other streams may. Times are sums: those of several threads or
-- streams at once count each.
--
-- A function that takes long belongs behind an event on a thread of its own. gpu_idle_gaps names the gaps
-- that such functions fill.
SELECT name,                           -- STRING    The function, without its parameters.
       pid,                            -- INTEGER   The process.
       tid,                            -- INTEGER   The thread that ran it; none where that was not recorded.
       count(*)         AS calls,      -- COUNT     How often.
       sum(in_function) AS total_ns,   -- DURATION  In the function; none where that was not recorded.
       max(in_function) AS longest_ns, -- DURATION  The longest.
       sum(duration)    AS waited_ns,  -- DURATION  What streams waited for it.
       count(DISTINCT coalesce(device, -1) || ':' || coalesce(stream, -1))
                        AS streams     -- COUNT     On how many streams.
FROM host_function
GROUP BY name, pid, tid
ORDER BY waited_ns DESC, name, pid, tid
