/** Tests of the settings of a directory. They create no user. */
import type { AuthTest, AuthTestResult } from '@logyard/contract/identity/auth-services'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createFairQueue, type Turn } from '../../platform/fair-queue/fair-queue.ts'
import { authServiceRefused, authServiceTestsExhausted } from '../auth-services/auth-service-errors.ts'
import type { StoredAuthService } from '../auth-services/auth-service-store.ts'
import type { AuthServices } from '../auth-services/auth-services.ts'
import {
  completeAuthService,
  problemOfCaCertificates,
  problemOfRetaining,
  readAuthService,
  readSecret,
} from '../auth-services/read-auth-service.ts'
import type { FoundUser } from './ask-directory.ts'
import { DirectoryProblem } from './directory-errors.ts'
import type { DirectoryThreads } from './directory-threads.ts'

export type DirectoryTests = ReturnType<typeof createDirectoryTests>

/** A directory that hangs holds its connection for seconds. */
const TESTS_AT_ONCE = 8
export const DIRECTORY_TESTS_OF_USER = 2
const MAX_WAITING_TESTS = 20

export function createDirectoryTests({
  authServices,
  directories,
  clock,
}: {
  readonly authServices: Pick<AuthServices, 'find'>
  readonly directories: Pick<DirectoryThreads, 'askAnyway' | 'tryAnyway'>
  readonly clock: Clock
}) {
  const storedFor = async ({ backend_id: id }: AuthTest) => (id == null ? undefined : authServices.find(id))
  const queue = createFairQueue({
    clock,
    places: TESTS_AT_ONCE,
    reservedPlaces: 1,
    placesOfOwner: DIRECTORY_TESTS_OF_USER,
    waiting: MAX_WAITING_TESTS,
    refuseFullOwner: () => authServiceTestsExhausted(DIRECTORY_TESTS_OF_USER),
  })
  return {
    async connection(test: AuthTest, turn: Turn) {
      using _place = await queue.acquire(turn)
      const stored = await storedFor(test)
      return await reported(`Couldn't establish connection to ${addressOf(test)}`, async () => {
        await directories.tryAnyway(uncheckedService(test, stored), turn.signal)
        return { success: true, message: `Successfully connected to ${addressOf(test)}`, errors: [], result: {} }
      })
    },
    async login(test: AuthTest, turn: Turn) {
      using _place = await queue.acquire(turn)
      const service = readAuthService(test.backend_configuration, 'test', await storedFor(test))
      const username = test.user_login?.username ?? ''
      const given = test.user_login?.password
      const password = readSecret(given, () => '')
      if (password === undefined || given === '') throw testPasswordEmpty()
      if (username === '' || password === '') {
        return { success: false, message: 'Missing username and password', errors: [], result: {} }
      }
      return await reported(`Couldn't test user login on ${addressOf(test)}`, async () =>
        loginResult(
          await directories.askAnyway(service, { username, password }, turn.signal),
          username,
          addressOf(test),
        ),
      )
    },
  }
}

const testPasswordEmpty = () =>
  new LogyardError('invalid', 'test-password-empty', 'The password of the login test must not be empty.')

const addressOf = ({ backend_configuration: { config } }: AuthTest) =>
  `[${config.servers.map(({ host, port }) => `${host}:${port}`).join(', ')}]`

function uncheckedService(
  { backend_configuration: draft }: AuthTest,
  stored: StoredAuthService | undefined,
): StoredAuthService {
  const service = completeAuthService(draft, 'test')
  if (service.config.servers.length === 0) throw new DirectoryProblem('No server is set.')
  const caProblem = problemOfCaCertificates(draft)
  if (caProblem !== undefined) throw new DirectoryProblem(caProblem)
  const password = readSecret(draft.config.system_user_password, () => {
    if (stored === undefined) return ''
    const problem = problemOfRetaining(service.config, stored.config)
    if (problem !== undefined) throw new DirectoryProblem(problem)
    return stored.system_user_password
  })
  if (password === undefined) throw authServiceRefused({ system_user_password: ['Set, keep or delete the password.'] })
  return { ...service, system_user_password: password }
}

async function reported(failure: string, run: () => Promise<AuthTestResult>): Promise<AuthTestResult> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof DirectoryProblem)) throw error
    return { success: false, message: failure, errors: [error.message], result: {} }
  }
}

function loginResult(found: FoundUser | undefined, username: string, address: string): AuthTestResult {
  if (found === undefined) {
    const result = { user_exists: false, login_success: false, user_details: {} }
    return { success: false, message: `User ${username} doesn't exist`, errors: [], result }
  }
  const { user, groups } = found
  const isAccepted = found.isPasswordRight && user.isEnabled
  const user_details = {
    ...user.details,
    ...(groups === undefined ? {} : { groups: groups.map(({ name, dn }) => name || dn).join(', ') }),
  }
  return {
    success: isAccepted,
    message: isAccepted ? `Successfully logged in ${username} into ${address}` : `Login for user ${username} failed`,
    errors: found.isPasswordRight && !user.isEnabled ? ['The account is disabled in the directory.'] : [],
    result: { user_exists: true, login_success: isAccepted, user_details },
  }
}
