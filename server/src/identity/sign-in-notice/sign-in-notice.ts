/** The text above the sign-in form. Strangers may ask for it as often as they like, so it is read from memory. */
import { SIGN_IN_NOTICE_KEY, SignInNotice } from '@logyard/contract/identity/sign-in-notice'
import type { ClusterConfig } from '../../cluster-config/cluster-config.ts'

export type SignInNoticeReader = ReturnType<typeof createSignInNotice>

const NO_NOTICE: SignInNotice = { text: '' }
/** Characters without a shape, except line breaks and tabs. */
const CONTROL = /[^\P{Cc}\n\r\t]/u

export function createSignInNotice(clusterConfig: Pick<ClusterConfig, 'register'>) {
  const document = clusterConfig.register({
    key: SIGN_IN_NOTICE_KEY,
    draft: SignInNotice,
    document: SignInNotice,
    default: NO_NOTICE,
    complete: ({ text }) => (CONTROL.test(text) || !text.isWellFormed() ? undefined : { text: text.trim() }),
  })
  let cached: Promise<SignInNotice> | undefined
  const subscription = document.onChange(() => {
    cached = undefined
  })
  return {
    async read() {
      cached ??= document.read()
      try {
        return await cached
      } catch (error) {
        cached = undefined
        throw error
      }
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}
