/** Tests of the settings of a directory. They create no user. */
import type { AuthTest, AuthTestResult } from '@logyard/contract/identity/auth-services'
import { LogyardError } from '../../platform/errors.ts'
import { authServiceRefused } from '../auth-services/auth-service-errors.ts'
import type { StoredAuthService } from '../auth-services/auth-service-store.ts'
import type { AuthServices } from '../auth-services/auth-services.ts'
import {
  completeAuthService,
  isSameServer,
  OTHER_SERVER,
  readAuthService,
  readSecret,
} from '../auth-services/read-auth-service.ts'
import { askDirectory, type FoundUser, tryDirectory } from './ask-directory.ts'
import { DirectoryProblem } from './directory-errors.ts'

export interface DirectoryTests {
  connection(test: AuthTest, signal: AbortSignal): Promise<AuthTestResult>
  login(test: AuthTest, signal: AbortSignal): Promise<AuthTestResult>
}

export function createDirectoryTests({
  authServices,
}: {
  readonly authServices: Pick<AuthServices, 'find'>
}): DirectoryTests {
  const storedFor = async ({ backend_id: id }: AuthTest) => (id == null ? undefined : authServices.find(id))
  return {
    async connection(test, signal) {
      const stored = await storedFor(test)
      return reported(`Couldn't establish connection to ${addressOf(test)}`, async () => {
        await tryDirectory(uncheckedService(test, stored), signal)
        return { success: true, message: `Successfully connected to ${addressOf(test)}`, errors: [], result: {} }
      })
    },
    async login(test, signal) {
      const service = readAuthService(test.backend_configuration, 'test', await storedFor(test))
      const username = test.user_login?.username ?? ''
      const given = test.user_login?.password
      const password = readSecret(given, () => '')
      if (password === undefined || given === '') throw testPasswordEmpty()
      if (username === '' || password === '') {
        return { success: false, message: 'Missing username and password', errors: [], result: {} }
      }
      return reported(`Couldn't test user login on ${addressOf(test)}`, async () =>
        loginResult(await askDirectory(service, { username, password }, signal), username, addressOf(test)),
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
  const password = readSecret(draft.config.system_user_password, () => {
    if (stored === undefined) return ''
    if (!isSameServer(service.config, stored.config)) throw new DirectoryProblem(OTHER_SERVER)
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
