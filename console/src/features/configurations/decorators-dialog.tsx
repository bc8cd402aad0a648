import {
  createDecorator,
  type Decorator,
  deleteDecorator,
  type StoredDecorator,
  updateDecorator,
} from '@logyard/contract/search/decorators'
import { Button, Group, Modal, Select, Stack } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { DecoratorListEditor } from '../../messages-table/decorators/decorator-list-editor.tsx'
import { DECORATORS_KEY } from '../../messages-table/decorators/decorators-query.ts'
import { SaveButton } from '../../ui/form/save-button.tsx'
import { type DecoratorChanges, decoratorChanges } from './decorator-changes.ts'

interface DecoratorsDialogProps {
  readonly stored: readonly StoredDecorator[]
  readonly streams: readonly { readonly id: string; readonly title: string }[]
  /** Empty for searches that are not limited to one stream. */
  readonly firstStream: string
  readonly onClose: () => void
}

/** Edits the decorators of all streams together; nothing is sent until the user saves. */
export function DecoratorsDialog({ stored, streams, firstStream, onClose }: DecoratorsDialogProps) {
  const t = useText()
  const canAdd = useMay()(createDecorator)
  const [stream, setStream] = useState(firstStream)
  const [edited, setEdited] = useState<readonly Decorator[]>(stored)
  const streamOf = ({ stream: own }: Decorator) => own ?? ''
  const changes = decoratorChanges(stored, edited)
  const isChanged = changes.created.length + changes.updated.length + changes.deleted.length > 0
  const save = useSaveDecorators()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save.mutate(changes, { onSuccess: onClose })
  }
  const change = (own: readonly Decorator[]) =>
    setEdited([
      ...edited.filter((one) => streamOf(one) !== stream),
      ...own.map((one) => ({ ...one, stream: stream === '' ? null : stream })),
    ])
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('configurations.decorators.edit')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Select
            label={t('configurations.decorators.stream')}
            description={t('configurations.decorators.stream.help')}
            allowDeselect={false}
            searchable
            data={[
              { value: '', label: t('configurations.decorators.defaultSearch') },
              ...streams.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            value={stream}
            onChange={(next) => setStream(next ?? '')}
            attributes={{ dropdown: { translate: 'no' } }}
          />
          <DecoratorListEditor
            key={stream}
            decorators={edited.filter((one) => streamOf(one) === stream)}
            canAdd={canAdd}
            onChange={change}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <SaveButton label={t('configurations.decorators.save')} isSaving={save.isPending} isDisabled={!isChanged} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function useSaveDecorators() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: async ({ created, updated, deleted }: DecoratorChanges) => {
      // Sequential: parallel requests could leave the decorators in another order.
      for (const body of created) await call(createDecorator, { body })
      for (const { id, ...body } of updated) await call(updateDecorator, { params: { id }, body })
      for (const id of deleted) await call(deleteDecorator, { params: { id } })
    },
    succeeded: () => ({ title: t('ui.toast.done'), text: t('configurations.decorators.saved') }),
    failed: (_, status) => ({
      text: t('configurations.decorators.failed', { status }),
      title: t('configurations.decorators.failed.title'),
    }),
    changes: [DECORATORS_KEY],
  })
}
