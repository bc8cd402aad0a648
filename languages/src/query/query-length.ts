/** Characters of a query with the values of its parameters. A longer one is refused before it is parsed. */
export const MAX_QUERY_LENGTH = 65_536
