/** A text above the sign-in form, for everybody who can open it. Logyard only. */
import { type Static, Type } from 'typebox'
import { inArea, publicAccess } from '../http/operation.ts'

/** The key of its configuration document, which only administrators change. */
export const SIGN_IN_NOTICE_KEY = 'org.logyard.customization.SignInNotice'

export const MAX_NOTICE = 1000

export const SignInNotice = Type.Object(
  { text: Type.String({ maxLength: MAX_NOTICE, description: 'Plain text with line breaks; empty for none' }) },
  { title: 'SignInNotice', additionalProperties: false },
)
export type SignInNotice = Static<typeof SignInNotice>

const { get } = inArea('identity')

export const getSignInNotice = get('/logyard/sign-in-notice', {
  id: 'logyard.sign_in_notice.get',
  summary: 'The text above the sign-in form',
  access: publicAccess,
  answers: { 200: SignInNotice },
})
