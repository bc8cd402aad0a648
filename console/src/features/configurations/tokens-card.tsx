import { TOKEN_SETTINGS_KEY, type TokenSettings } from '@logyard/contract/identity/token-settings'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { ConfigDocument } from '../../cluster/config-document-query.ts'
import { UNIT_MS } from '../../ui/time/duration.ts'
import { DurationInput } from '../../ui/time/duration-input.tsx'
import { useDurationText } from '../../ui/time/use-duration-text.ts'
import { ConfigDialog } from './config-dialog.tsx'
import { DocumentCard } from './document-card.tsx'
import { useSaveConfigDocument } from './use-save-config-document.ts'

const FIRST_LIFETIME_MS = 90 * UNIT_MS.days
const FIRST_RETAINED_MS = 7 * UNIT_MS.days

const tokenSettings = (document: ConfigDocument): TokenSettings => ({
  longest_lifetime_ms: typeof document['longest_lifetime_ms'] === 'number' ? document['longest_lifetime_ms'] : null,
  expired_retained_ms: typeof document['expired_retained_ms'] === 'number' ? document['expired_retained_ms'] : 0,
})

/** How long access tokens are valid, and how long expired ones stay in lists. */
export function TokensCard() {
  const t = useText()
  const durationText = useDurationText()
  return (
    <DocumentCard
      documentKey={TOKEN_SETTINGS_KEY}
      title={t('configurations.tokens')}
      description={t('configurations.tokens.description')}
      read={tokenSettings}
      items={({ longest_lifetime_ms: longestMs, expired_retained_ms: retainedMs }) => [
        {
          label: t('configurations.tokens.lifetime'),
          value: <span>{longestMs === null ? t('configurations.tokens.lifetime.none') : durationText(longestMs)}</span>,
        },
        {
          label: t('configurations.tokens.expired'),
          value: (
            <span>
              {retainedMs === 0
                ? t('configurations.tokens.expired.atOnce')
                : t('configurations.tokens.expired.after', { duration: durationText(retainedMs) })}
            </span>
          ),
        },
      ]}
      dialog={(settings, onClose) => <TokensDialog settings={settings} onClose={onClose} />}
    />
  )
}

function TokensDialog({ settings, onClose }: { settings: TokenSettings; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(settings)
  const save = useSaveConfigDocument(TOKEN_SETTINGS_KEY)
  const { longest_lifetime_ms: longestMs, expired_retained_ms: retainedMs } = draft
  const change = (changes: Partial<TokenSettings>) => setDraft((old) => ({ ...old, ...changes }))
  const isTooShort = longestMs !== null && longestMs < UNIT_MS.minutes
  return (
    <ConfigDialog
      title={t('configurations.tokens.edit')}
      saveLabel={t('configurations.documents.save')}
      isSaving={save.isPending}
      onSave={() => !isTooShort && save.mutate({ ...draft }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Checkbox
        label={t('configurations.tokens.lifetime.limit')}
        description={t('configurations.tokens.lifetime.help')}
        data-autofocus
        checked={longestMs !== null}
        onChange={({ currentTarget: { checked } }) =>
          change({ longest_lifetime_ms: checked ? FIRST_LIFETIME_MS : null })
        }
      />
      {longestMs !== null && (
        <DurationInput
          label={t('configurations.tokens.lifetime')}
          valueMs={longestMs}
          error={isTooShort ? t('configurations.tokens.lifetime.tooShort') : undefined}
          onChange={(ms) => change({ longest_lifetime_ms: ms })}
        />
      )}
      <Checkbox
        label={t('configurations.tokens.expired.retain')}
        description={t('configurations.tokens.expired.help')}
        checked={retainedMs > 0}
        onChange={({ currentTarget: { checked } }) => change({ expired_retained_ms: checked ? FIRST_RETAINED_MS : 0 })}
      />
      {retainedMs > 0 && (
        <DurationInput
          label={t('configurations.tokens.expired.time')}
          valueMs={retainedMs}
          onChange={(ms) => change({ expired_retained_ms: ms })}
        />
      )}
    </ConfigDialog>
  )
}
