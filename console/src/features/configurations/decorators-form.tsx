import {
  createDecorator,
  type Decorator,
  deleteDecorator,
  type StoredDecorator,
  updateDecorator,
} from '@logyard/contract/search/decorators'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { DecoratorListEditor } from '../../messages-table/decorators/decorator-list-editor.tsx'
import { DECORATORS_KEY } from '../../messages-table/decorators/decorator-queries.ts'
import { useAction } from '../../ui/action/use-action.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../ui/form/use-entity-form.ts'
import { type DecoratorChanges, decoratorChanges } from './decorator-changes.ts'

interface DecoratorsFormProps {
  readonly stored: readonly StoredDecorator[]
  readonly streams: readonly { readonly id: string; readonly title: string }[]
  /** Empty for searches that are not limited to one stream. */
  readonly firstStream: string
}

interface DecoratorsValues {
  readonly decorators: readonly Decorator[]
}

/** Edits the decorators of all streams together; nothing is sent until the user saves. */
export function DecoratorsForm({ stored, streams, firstStream }: DecoratorsFormProps) {
  const t = useText()
  const canAdd = useMay()(createDecorator)
  const [stream, setStream] = useState(firstStream)
  const save = useSaveDecorators()
  const form = useEntityForm<DecoratorsValues, void>({
    isNew: false,
    initial: { decorators: stored },
    labels: {},
    save: ({ decorators }) => save.mutateAsync(decoratorChanges(stored, decorators)),
  })
  const edited = form.values.decorators
  const isOfStream = ({ stream: own }: Decorator) => (own ?? '') === stream
  const change = (own: readonly Decorator[]) =>
    form.change({
      decorators: [
        ...edited.filter((one) => !isOfStream(one)),
        ...own.map((one) => ({ ...one, stream: stream === '' ? null : stream })),
      ],
    })
  return (
    <EntityForm form={form}>
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
      <DecoratorListEditor key={stream} decorators={edited.filter(isOfStream)} canAdd={canAdd} onChange={change} />
    </EntityForm>
  )
}

const useSaveDecorators = () =>
  useAction({
    run: async (call, { created, updated, deleted }: DecoratorChanges) => {
      // Sequential: parallel requests could leave the decorators in another order.
      for (const body of created) await call(createDecorator, { body })
      for (const { id, ...body } of updated) await call(updateDecorator, { params: { id }, body })
      for (const id of deleted) await call(deleteDecorator, { params: { id } })
    },
    texts: 'configurations.decorators',
    changes: [DECORATORS_KEY],
  })
