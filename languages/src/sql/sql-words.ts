/** Words of SQL, and names of columns that are none of them. */

export const SQL_WORDS: readonly string[] =
  `SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT WITH AS AND OR NOT IN LIKE ILIKE BETWEEN IS
  NULL DISTINCT CASE WHEN THEN ELSE END ASC DESC JOIN LEFT INNER ON USING UNION ALL INTERVAL OVER PARTITION SECOND MINUTE HOUR
  DAY WEEK MONTH`.split(/\s+/)

/** Words that a statement may have nowhere, or whose meaning depends on what is around them. */
const MORE_WORDS =
  `SETTINGS FORMAT INTO OUTFILE INFILE EXPLAIN DESCRIBE SHOW INSERT UPDATE DELETE ALTER CREATE DROP TRUNCATE RENAME
  ATTACH DETACH OPTIMIZE GRANT REVOKE KILL USE SET EXECUTE APPLY BACKUP RESTORE ANY FINAL SAMPLE PREWHERE CROSS FULL OUTER RIGHT
  TRUE FALSE FILL STEP TOP OFFSET FETCH EXCEPT INTERSECT ARRAY TABLE VALUES WINDOW ROWS RANGE QUALIFY GLOBAL ASOF`.split(
    /\s+/,
  )
const RESERVED: ReadonlySet<string> = new Set([...SQL_WORDS, ...MORE_WORDS])

/** A field as a column: in quotes unless it is a plain word that means nothing else. */
export const columnName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name.toUpperCase()) ? name : `"${name}"`
