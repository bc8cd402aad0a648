import { getSignInNotice } from '@logyard/contract/identity/sign-in-notice'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import type { SignInNoticeReader } from './sign-in-notice.ts'

export function signInNoticeRoutes(
  app: FastifyInstance,
  { signInNotice }: { readonly signInNotice: SignInNoticeReader },
): void {
  serve(app, getSignInNotice, () => signInNotice.read())
}
