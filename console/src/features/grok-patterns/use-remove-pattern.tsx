import { type GrokPattern, type GrokPatternUses, getGrokPatternUses } from '@logyard/contract/grok/grok-patterns'
import { Stack, Text } from '@mantine/core'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import { useDeleteGrokPattern } from './grok-pattern-actions.ts'

/** Asks first, and names the extractors and patterns that would fail. */
export function useRemovePattern() {
  const t = useText()
  const call = useCall()
  const confirm = useConfirm()
  const remove = useDeleteGrokPattern()
  return async ({ id, name }: GrokPattern) => {
    if (id === null) return
    // If the uses cannot be found, the warning names none.
    const uses = await call(getGrokPatternUses, { params: { id } }).catch(() => NO_USES)
    const isSure = await confirm({
      title: t('grok.delete.title', { name }),
      text: <Warning uses={uses} />,
      confirmLabel: t('grok.delete'),
      isDangerous: true,
    })
    if (isSure) remove.mutate({ id, name })
  }
}

const NO_USES: GrokPatternUses = { patterns: [], extractors: [] }

function Warning({ uses: { extractors, patterns } }: { uses: GrokPatternUses }) {
  const t = useText()
  return (
    <Stack gap="xs">
      <Text inherit>{t('grok.delete.text')}</Text>
      <Users label={t('grok.delete.extractors')} names={extractors.map(({ title }) => title)} />
      <Users label={t('grok.delete.patterns')} names={patterns.map((pattern) => pattern.name)} />
    </Stack>
  )
}

function Users({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Text inherit>
      {label} <span translate="no">{names.join(', ')}</span>
    </Text>
  )
}
