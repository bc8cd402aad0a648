import {
  getMessageProcessors,
  type MessageProcessorsConfig,
  PROCESSORS_CONFIG_KEY,
  updateMessageProcessors,
} from '@logyard/contract/processing/message-processors'
import { Alert, Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Call } from '../../../api/api-client.ts'
import { callQuery } from '../../../api/call-query.ts'
import { useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { SortableList } from '../../../ui/sortable-list/sortable-list.tsx'
import { hasActiveProcessor, switchProcessor } from './processor-order.ts'

const PROCESSORS_KEY = ['message-processors'] as const

export const processorsQuery = (call: Call) => callQuery(call, PROCESSORS_KEY, getMessageProcessors)

export interface ProcessorsSubject {
  readonly config: MessageProcessorsConfig
  /** Whether the configuration is a suggestion, which can be saved without a change. */
  readonly isSuggestion: boolean
}

/** Orders processors by drag and drop or with the arrow keys, and switches them off. */
export function ProcessorsForm({ config, isSuggestion }: ProcessorsSubject) {
  const t = useText()
  const save = useSaveProcessors()
  const form = useEntityForm({
    isNew: isSuggestion,
    initial: config,
    labels: {},
    problems: (edited) => ({ processors: !hasActiveProcessor(edited) && t('configurations.processors.none') }),
    save: save.mutateAsync,
  })
  const edited = form.values
  return (
    <EntityForm form={form} saveLabel={t('ui.save')}>
      <Dimmed>{t('configurations.processors.edit.help')}</Dimmed>
      <SortableList
        label={t('configurations.processors')}
        items={edited.processor_order}
        nameOf={({ name }) => name}
        isFixedSet
        controlOf={({ name, class_name: className }) => (
          <Checkbox
            size="xs"
            pe="xs"
            aria-label={t('configurations.processors.enabled', { name })}
            checked={!edited.disabled_processors.includes(className)}
            onChange={({ currentTarget }) => form.change(switchProcessor(edited, className, currentTarget.checked))}
          />
        )}
        onChange={(order) => form.change({ processor_order: order })}
      />
      {!hasActiveProcessor(edited) && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle />}>
          {t('configurations.processors.none')}
        </Alert>
      )}
    </EntityForm>
  )
}

const useSaveProcessors = () =>
  useAction({
    run: (call, body: MessageProcessorsConfig) => call(updateMessageProcessors, { body }),
    texts: 'configurations.save',
    values: () => ({ key: PROCESSORS_CONFIG_KEY }),
    changes: [PROCESSORS_KEY],
  })
