/** The changes of grok patterns. */
import {
  createGrokPattern,
  deleteGrokPattern,
  type GrokPattern,
  type GrokPatternUses,
  getGrokPatternUses,
  updateGrokPattern,
} from '@logyard/contract/grok/grok-patterns'
import { Stack, Text } from '@mantine/core'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { GROK_PATTERNS_KEY } from '../../parsing/grok-patterns-query.ts'
import type { NamedPattern } from '../../parsing/pattern-input/pattern-input-props.ts'
import { useAction, useAskedAction } from '../../ui/action/use-action.ts'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'

const CHANGED = [GROK_PATTERNS_KEY] as const

/** The reason from the server's list of errors, else the status. */
export const reasonOf = (error: Error, status: string): string => apiFieldErrors(error)?.['_'] ?? status

export function useSaveGrokPattern(stored: GrokPattern | undefined) {
  const id = stored?.id ?? undefined
  return useAction({
    run: (call, body: NamedPattern) =>
      id === undefined
        ? call(createGrokPattern, { body: { ...body } })
        : call(updateGrokPattern, { params: { id }, body: { ...body } }),
    texts: 'grok.toast.save',
    done: id === undefined ? 'grok.toast.created' : 'grok.toast.updated',
    reasonOf,
    changes: CHANGED,
  })
}

/** Deletes a grok pattern. The question names the extractors and patterns that would fail. */
export function useDeleteGrokPattern() {
  const call = useCall()
  return useAskedAction({
    run: (action, { id }: GrokPattern) => action(deleteGrokPattern, { params: { id: id ?? '' } }),
    texts: 'grok.toast.delete',
    question: 'grok.delete',
    confirmLabel: 'grok.delete',
    async questionText({ id }) {
      // If the uses cannot be found, the warning names none.
      const uses = await call(getGrokPatternUses, { params: { id: id ?? '' } }).catch(() => NO_USES)
      return <Warning uses={uses} />
    },
    changes: CHANGED,
  })
}

export const useImportGrokPatterns = () =>
  useAction({
    run: (call, { file, replace }: { file: string; replace: boolean }) =>
      call(createGrokPattern, { query: { replace }, body: file }),
    texts: 'grok.toast.import',
    reasonOf,
    changes: CHANGED,
  })

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
