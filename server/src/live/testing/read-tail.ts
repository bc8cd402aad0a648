/** Reads a live tail as it comes. */
export interface ReadTail extends AsyncDisposable {
  texts(): readonly string[]
  /** The data of the events of this name. */
  events(name: string): readonly Readonly<Record<string, unknown>>[]
  lastId(): string | undefined
  /** Resolves when the server has ended the response. */
  readonly ended: Promise<void>
}

export async function readTail(url: string, headers: Readonly<Record<string, string>>): Promise<ReadTail> {
  const leaving = new AbortController()
  const answer = await fetch(url, { headers, signal: leaving.signal })
  if (answer.status !== 200 || answer.body === null) throw new Error(`the tail was refused: ${await answer.text()}`)
  const events: { readonly name: string; readonly data: Readonly<Record<string, unknown>> }[] = []
  let lastId: string | undefined
  const take = (block: string) => {
    const values = (name: string) =>
      block.split('\n').flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
    const [name] = values('event')
    lastId = values('id').at(-1) ?? lastId
    if (name !== undefined) events.push({ name, data: JSON.parse(values('data').join('')) })
  }
  const ended = (async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  })().catch(() => undefined)
  const of = (wanted: string) => events.filter(({ name }) => name === wanted).map(({ data }) => data)
  return {
    texts: () =>
      of('messages').flatMap(({ messages }) =>
        Array.isArray(messages) ? messages.map((hit) => String(Object(Object(hit).message).message)) : [],
      ),
    events: of,
    lastId: () => lastId,
    ended,
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await ended
    },
  }
}
