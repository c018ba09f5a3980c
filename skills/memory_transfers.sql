-- How much is copied which way?
--
-- Copies of the GPUs in scope by direction: how many, how many bytes, and how fast while they ran.
-- Times are sums over copies, so copies that ran side by side count each. Of a copy that straddles the
-- window, the part of its time inside counts, and of its bytes the same proportion.
--
-- Compare avg_gbps with the link: a PCIe 4.0 x16 slot moves about 25 GB/s each way, 5.0 about 50.
-- Far less points to pageable host memory or to many small copies.
--
-- @needs copy
SELECT kind,                       -- STRING    Direction, such as Host-to-Device.
       copy_kind,                  -- INTEGER   CUPTI's number of the direction.
       count(*)      AS ops,       -- COUNT     How many copies.
       sum(bytes)    AS bytes,     -- BYTES     What they moved.
       sum(duration) AS total_ns,  -- DURATION  The sum of their durations.
       sum(bytes) * 1.0 / nullif(sum(duration), 0)
                     AS avg_gbps   -- GBPS      bytes / total_ns; none where no time passed.
FROM memcpy
GROUP BY copy_kind  -- from which kind follows
ORDER BY total_ns DESC, copy_kind
