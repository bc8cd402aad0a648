import { type MissingTexts, useGoBackIfMissing } from '../../ui/page/use-go-back-if-missing.ts'
import { refusalText } from './refusal-text.ts'

/** Reports a page that cannot be loaded. If its subject is gone, it leads back to the list. */
export const useLeaveIfMissing = (error: Error | null, texts: MissingTexts): void =>
  useGoBackIfMissing(error, { ...texts, failed: (status) => refusalText(error) ?? texts.failed(status) })
