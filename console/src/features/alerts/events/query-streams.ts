/** The streams of an events search are a part of its query: `source_streams:(a OR b)`. */

const NAMED = /\s*(?:\bAND\s+)?\bsource_streams:(?:([\w-]+)|\(([\w-]+(?:\s+OR\s+[\w-]+)*)\))/

export function streamsOfQuery(query: string): readonly string[] {
  const [, one, several = ''] = NAMED.exec(query) ?? []
  return one === undefined ? several.split(/\s+OR\s+/).filter((id) => id !== '') : [one]
}

/** The query with other streams; what else it says stays. */
export function withStreams(query: string, streams: readonly string[]): string {
  const rest = query
    .replace(NAMED, '')
    .trim()
    .replace(/^AND\s+/, '')
  if (streams.length === 0) return unwrapped(rest)
  const named = `source_streams:${streams.length === 1 ? streams[0] : `(${streams.join(' OR ')})`}`
  if (rest === '') return named
  return `${isSimple(rest) ? rest : `(${rest})`} AND ${named}`
}

/** One term, or already in brackets. */
const isSimple = (query: string) => /^[^\s()"]+$/.test(query) || /^\([^()]*\)$/.test(query)

const unwrapped = (query: string) => (/^\([^()]*\)$/.test(query) ? query.slice(1, -1) : query)
