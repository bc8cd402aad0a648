import { useText } from '../../../base/text/text.tsx'
import { useDurationText } from '../../../ui/time/use-duration-text.ts'
import type { DefinitionDraft } from '../model/definition-draft.ts'

/** How often the notifications are sent, in one sentence. */
export function useTellingText(): (draft: DefinitionDraft) => string {
  const t = useText()
  const durationText = useDurationText()
  return ({ notification_settings: { grace_period_ms: graceMs }, recovery }) => {
    if (graceMs === 0) return t(recovery.notify ? 'definitions.telling.ends' : 'definitions.telling.each')
    return t(recovery.notify ? 'definitions.telling.once' : 'definitions.telling.grace', {
      grace: durationText(graceMs),
    })
  }
}
