import { TOKEN_SETTINGS_KEY, type TokenSettings } from '@logyard/contract/identity/token-settings'
import { Checkbox } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { ConfigDocument } from '../../cluster-config/config-document-query.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { UNIT_MS } from '../../ui/time/duration.ts'
import { DurationInput } from '../../ui/time/duration-input.tsx'
import { useDurationText } from '../../ui/time/use-duration-text.ts'
import { DocumentCard } from './document-card.tsx'
import { useDocumentForm } from './use-document-form.ts'

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
      editTitle={t('configurations.tokens.edit')}
      form={(settings) => <TokensForm settings={settings} />}
    />
  )
}

function TokensForm({ settings }: { settings: TokenSettings }) {
  const t = useText()
  const lifetimeProblem = ({ longest_lifetime_ms: ms }: TokenSettings) =>
    ms !== null && ms < UNIT_MS.minutes ? t('configurations.tokens.lifetime.tooShort') : undefined
  const form = useDocumentForm({
    documentKey: TOKEN_SETTINGS_KEY,
    initial: settings,
    problems: (values) => ({ longest_lifetime_ms: lifetimeProblem(values) }),
  })
  const { values, change } = form
  const { longest_lifetime_ms: longestMs, expired_retained_ms: retainedMs } = values
  return (
    <EntityForm form={form}>
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
          error={lifetimeProblem(values)}
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
    </EntityForm>
  )
}
