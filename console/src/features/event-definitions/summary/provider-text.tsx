import type { EventFieldSpec } from '@logyard/contract/events/event-definitions'
import { useText } from '../../../base/text/text.tsx'

/** Where the value of a field comes from. */
export function ProviderText({ spec }: { spec: EventFieldSpec | undefined }) {
  const t = useText()
  return (spec?.providers ?? []).map((provider) =>
    provider.type === 'template-v1' ? (
      <span key={`template ${provider.template}`} translate="no">
        {provider.template}
      </span>
    ) : (
      <span key={`lookup ${provider.table_name} ${provider.key_field}`}>
        {t('definitions.fields.lookup.text', { table: provider.table_name, key: provider.key_field })}
      </span>
    ),
  )
}
