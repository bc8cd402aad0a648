/** Sign-in through the active authentication service. */
import { createHmac } from 'node:crypto'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Clock } from '../../platform/clock.ts'
import type { StoredAuthService } from '../auth-services/auth-service-store.ts'
import type { AuthServices } from '../auth-services/auth-services.ts'
import type { DirectoryLogin, DirectorySignIn } from '../authentication/directory-sign-in.ts'
import { authServiceUnavailable, DirectoryProblem } from './directory-errors.ts'
import type { DirectoryThreads } from './directory-threads.ts'
import { type ProvisionDeps, provisionUser } from './provision-user.ts'

/** Scripts send the password with each request; the directory is not asked again for so long. */
export const BELIEVED_MS = 60_000
const BELIEVED_LIMIT = 1000
/** Conversations with directories; a directory that hangs must not hold up all sign-ins. */
export const DIRECTORY_CONNECTIONS = 32

export interface DirectorySignInDeps extends ProvisionDeps {
  readonly authServices: Pick<AuthServices, 'active'>
  readonly clock: Clock
  readonly directories: Pick<DirectoryThreads, 'ask'>
}

export function createDirectorySignIn(deps: DirectorySignInDeps): DirectorySignIn {
  const { authServices, clock, log } = deps
  const processKey = deps.ids.bytes(32)
  const believed = createBoundedMap<string, { readonly userId: string; readonly untilMs: number }>(BELIEVED_LIMIT)
  const underway = new Map<string, Promise<string | undefined>>()

  /** Covers the settings too, so that a changed service is asked again. */
  const proofOf = (service: StoredAuthService, { username, password }: DirectoryLogin) =>
    createHmac('sha256', processKey)
      .update(JSON.stringify([service, username, password ?? null]))
      .digest('base64')

  const ask = async (service: StoredAuthService, login: DirectoryLogin) => {
    if (underway.size >= DIRECTORY_CONNECTIONS) throw authServiceUnavailable()
    try {
      const found = await deps.directories.ask(service, login)
      return found?.isPasswordRight ? await provisionUser(deps, service, found) : undefined
    } catch (error) {
      if (!(error instanceof DirectoryProblem)) throw error
      log.warn({ authServiceId: service.id, reason: error.message }, 'directory could not be asked')
      throw authServiceUnavailable({ cause: error })
    }
  }

  return {
    async verify(login) {
      const service = await authServices.active()
      if (service === undefined || login.password === '') return undefined
      const proof = proofOf(service, login)
      const running = underway.get(proof) ?? ask(service, login)
      underway.set(proof, running)
      try {
        const userId = await running
        if (userId !== undefined) believed.set(proof, { userId, untilMs: clock.monotonicMs() + BELIEVED_MS })
        return userId
      } finally {
        underway.delete(proof)
      }
    },
    async believed(login) {
      const service = await authServices.active()
      const known = service === undefined ? undefined : believed.get(proofOf(service, login))
      return known !== undefined && known.untilMs > clock.monotonicMs() ? known.userId : undefined
    },
  }
}
