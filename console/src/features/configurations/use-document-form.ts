import { updateClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { type ConfigDocument, configDocumentKey } from '../../cluster-config/config-document-query.ts'
import { useAction } from '../../ui/action/use-action.ts'
import { type EntityFormSpec, useEntityForm } from '../../ui/form/use-entity-form.ts'

interface DocumentFormSpec<Values extends object>
  extends Pick<EntityFormSpec<Values, unknown>, 'initial' | 'problems'> {
  readonly documentKey: string
  readonly labels?: Readonly<Record<string, string>>
  /** Absent: the values are the document. */
  readonly toDocument?: (values: Values) => object
  /** The toasts. Documents that change the look of the console have another one for failures. */
  readonly texts?: 'configurations.save' | 'configurations.customization'
}

/** The form of a document of the cluster configuration, which is stored as a whole. */
export function useDocumentForm<Values extends object>(spec: DocumentFormSpec<Values>) {
  const {
    documentKey: key,
    labels = {},
    toDocument = (values) => values,
    texts = 'configurations.save',
    ...form
  } = spec
  const save = useAction({
    run: (call, body: ConfigDocument) => call(updateClusterConfig, { params: { key }, body }),
    texts,
    done: 'configurations.save.done',
    values: () => ({ key }),
    changes: [configDocumentKey(key)],
  })
  return useEntityForm({
    isNew: false,
    labels,
    ...form,
    save: (values) => save.mutateAsync({ ...toDocument(values) }),
  })
}
