import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const INITIAL_PASSWORD_FILE = 'initial-password'

/** The generated password of the root user, readable by the server's own user until the first sign-in. */
export type InitialPassword = ReturnType<typeof initialPasswordFile>

export function initialPasswordFile(dataFolder: string) {
  const path = join(dataFolder, INITIAL_PASSWORD_FILE)
  const remove = () => rmSync(path, { force: true })
  return {
    read: () => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined),
    write(password: string) {
      // An existing file would keep its own permissions.
      remove()
      writeFileSync(path, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true })
    },
    remove,
  }
}
