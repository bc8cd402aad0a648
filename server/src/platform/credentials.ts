export interface Credentials {
  readonly username: string
  readonly password: string
}

/** Reads `name:password`. The password may contain colons. */
export function credentialsOf(text: string): Credentials {
  const [username = ''] = text.split(':', 1)
  return { username, password: text.slice(username.length + 1) }
}
