/** Streams by their titles or ids. */
import type { Api } from '../api/api.ts'
import { pageStreams } from '../api/routes.ts'
import { UsageError } from '../usage-error.ts'

const STREAM_ID = /^[\da-f]{24}$/
/** Streams with similar titles that are compared. */
const COMPARED = 200

/** The ids. An id is taken as it is: the server says if it may not be read. */
export async function streamIds(api: Api, names: readonly string[]): Promise<readonly string[]> {
  return Promise.all(names.map((name) => (STREAM_ID.test(name) ? name : idOf(api, name))))
}

async function idOf(api: Api, title: string): Promise<string> {
  const query = { query: title, page: 1, per_page: COMPARED }
  const { streams } = await api.call(pageStreams, { query })
  const wanted = title.toLowerCase()
  const [found, second] = streams.filter((stream) => stream.title.toLowerCase() === wanted)
  if (found === undefined) {
    const similar = streams.slice(0, 5).map((stream) => `\n  ${stream.title}`)
    throw new UsageError(
      `No stream that you may read has the title ${title}.${similar.length === 0 ? '' : ` Similar ones:${similar.join('')}`}`,
    )
  }
  if (second !== undefined) throw new UsageError(`Several streams have the title ${title}: give the id of one.`)
  return found.id
}
