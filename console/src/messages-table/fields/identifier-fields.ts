/** Recognizes by their names the fields that identify something: a trace, a request, a user, a host. */

/** Subjects, in order: the first ones are shared by few messages, the last ones by many. */
const SUBJECTS: readonly (readonly string[])[] = [
  ['trace'],
  ['request', 'req'],
  ['correlation', 'transaction', 'txn'],
  ['span'],
  ['session'],
  ['user', 'username', 'login', 'uid'],
  ['customer', 'account', 'tenant', 'client'],
  ['order', 'invoice', 'payment', 'cart'],
  ['job', 'task', 'batch', 'message', 'event'],
  ['pod'],
  ['container'],
  ['host', 'hostname', 'node', 'instance', 'device', 'vm'],
  ['process', 'pid', 'thread', 'tid'],
]
/** Name an identifier by themselves, without a word such as `id`. */
const BARE = new Set([
  ...['user', 'username', 'login', 'session', 'customer', 'account', 'tenant', 'order', 'invoice', 'pod', 'container'],
  ...['host', 'hostname', 'node', 'instance', 'device', 'vm', 'pid', 'tid', 'uid', 'trace', 'span'],
])
const ID_WORDS = new Set(['id', 'ids', 'uuid', 'guid', 'uid', 'key', 'name', 'ip', 'number', 'no'])
/** These alone mark any field as an identifier. */
const STRONG_ID_WORDS = new Set(['id', 'uuid', 'guid'])

/** `traceId`, `trace.id` and `trace_id` all have the words `trace` and `id`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .flatMap((word) => splitId(word))
    .filter((word) => word !== '')

/** `traceid` and `requestid` are written as one word by many senders. */
function splitId(word: string): readonly string[] {
  const subject = /^(.+?)(id|uuid)$/.exec(word)?.[1]
  return subject !== undefined && SUBJECTS.some((names) => names.includes(subject)) ? [subject, 'id'] : [word]
}

/** The rank of an identifier, lowest first; `undefined` for other fields. */
function identifierRank(name: string): number | undefined {
  const words = wordsOf(name)
  const last = words.at(-1)
  if (last === undefined) return undefined
  const subject = SUBJECTS.findIndex((names) => words.some((word) => names.includes(word)))
  if (STRONG_ID_WORDS.has(last)) return subject === -1 ? SUBJECTS.length : subject
  if (subject === -1) return undefined
  return BARE.has(last) || (words.length === 2 && ID_WORDS.has(last)) ? subject : undefined
}

/** The identifiers among the names: trace and request first, hosts and processes last. */
export function identifierFields(names: readonly string[]): readonly string[] {
  const ranked = names.flatMap((name) => {
    const rank = identifierRank(name)
    return rank === undefined ? [] : [{ name, rank }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name)).map(({ name }) => name)
}

/** Whether the field identifies a trace, which the messages of one request share across services. */
export const isTraceField = (name: string): boolean => identifierRank(name) === 0
