/** The receivers of email callbacks: names of users, and addresses. */

type Configuration = Readonly<Record<string, unknown>>

export const RECEIVER_FIELDS = { users: 'user_receivers', emails: 'email_receivers' } as const
export type ReceiverKind = keyof typeof RECEIVER_FIELDS

export function receiversIn(configuration: Configuration, kind: ReceiverKind): readonly string[] {
  const listed = configuration[RECEIVER_FIELDS[kind]]
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : []
}

/** Receivers of all callbacks, each once. */
export const receiversOf = (configurations: readonly Configuration[]) => ({
  emails: allOf(configurations, 'emails'),
  users: allOf(configurations, 'users'),
})

const allOf = (configurations: readonly Configuration[], kind: ReceiverKind): string[] => [
  ...new Set(configurations.flatMap((configuration) => receiversIn(configuration, kind))),
]
