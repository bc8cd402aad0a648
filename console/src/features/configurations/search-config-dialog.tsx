import {
  SEARCHES_CONFIG_KEY,
  type SearchesConfig,
  updateSearchesConfig,
} from '@logyard/contract/search/searches-config'
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { SEARCHES_CONFIG_QUERY_KEY } from '../../query/time-range/range-queries.ts'
import { SaveButton } from '../../ui/form/save-button.tsx'
import { PeriodInput } from './period-input.tsx'
import { RangeOptions } from './range-options.tsx'
import {
  configOfDraft,
  DEFAULT_LIMIT,
  draftOfConfig,
  isValidPeriod,
  type SearchConfigDraft,
} from './search-config-draft.ts'

/** Edits the settings of searches; closing without saving changes nothing. */
export function SearchConfigDialog({ config, onClose }: { config: SearchesConfig; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(() => draftOfConfig(config))
  const body = configOfDraft(draft)
  const save = useSaveSearchesConfig()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (body !== undefined) save.mutate(body, { onSuccess: onClose })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t('configurations.search.edit')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <SearchConfigFields draft={draft} onChange={(changes) => setDraft((old) => ({ ...old, ...changes }))} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <SaveButton
              label={t('configurations.search.save')}
              isSaving={save.isPending}
              isDisabled={body === undefined}
            />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useSaveSearchesConfig() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (next: SearchesConfig) => call(updateSearchesConfig, { body: next }),
    succeeded: () => t('configurations.saved'),
    failed: (_, status) => ({
      text: t('configurations.search.failed', { status }),
      title: t('configurations.search.failed.title', { key: SEARCHES_CONFIG_KEY }),
    }),
    changes: [SEARCHES_CONFIG_QUERY_KEY],
  })
}

interface SearchConfigFieldsProps {
  readonly draft: SearchConfigDraft
  readonly onChange: (changes: Partial<SearchConfigDraft>) => void
}

function SearchConfigFields({ draft, onChange }: SearchConfigFieldsProps) {
  const t = useText()
  const required = (text: string) => (text.trim() === '' ? t('configurations.required') : undefined)
  return (
    <>
      <Checkbox
        label={t('configurations.search.enableLimit')}
        checked={draft.hasLimit}
        onChange={(event) => onChange({ hasLimit: event.currentTarget.checked, limit: DEFAULT_LIMIT })}
      />
      {draft.hasLimit && (
        <PeriodInput
          label={t('configurations.search.limitPeriod')}
          description={t('configurations.search.limitPeriod.help')}
          value={draft.limit}
          isValid={isValidPeriod(draft.limit, false)}
          onChange={(limit) => onChange({ limit })}
        />
      )}
      <RangeOptions
        label={t('configurations.search.relative')}
        options={draft.relative}
        mayBeZero
        onChange={(relative) => onChange({ relative })}
      />
      <RangeOptions
        label={t('configurations.search.surrounding')}
        options={draft.surrounding}
        mayBeZero={false}
        onChange={(surrounding) => onChange({ surrounding })}
      />
      <TextInput
        label={t('configurations.search.filterFields')}
        description={t('configurations.search.filterFields.help')}
        required
        value={draft.filterFields}
        error={required(draft.filterFields)}
        onChange={(event) => onChange({ filterFields: event.currentTarget.value })}
      />
      <TextInput
        label={t('configurations.search.unanalysed')}
        description={t('configurations.search.unanalysed.help')}
        required
        value={draft.unanalysedFields}
        error={required(draft.unanalysedFields)}
        onChange={(event) => onChange({ unanalysedFields: event.currentTarget.value })}
      />
    </>
  )
}
