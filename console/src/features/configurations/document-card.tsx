import { updateClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { type ConfigDocument, configDocumentQuery } from '../../cluster-config/config-document-query.ts'
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { ConfigurationCard } from './configuration-card.tsx'

interface DocumentCardProps<T> {
  readonly documentKey: string
  readonly title: string
  readonly description: string
  /** `undefined` hides the card: the server does not know the document. */
  readonly read: (document: ConfigDocument) => T | undefined
  readonly items: (config: T) => readonly Definition[]
  /** The title of the dialog. */
  readonly editTitle: string
  /** The form in the dialog. */
  readonly form: (config: T) => ReactNode
  /** Whether the user has the rights that this document needs beyond those of all documents. */
  readonly mayEdit?: boolean
}

/** The card of one document, with the dialog that changes it. */
export function DocumentCard<T>(props: DocumentCardProps<T>) {
  const { documentKey, title, description, read, items, editTitle, form, mayEdit = true } = props
  const canEdit = useMay()(updateClusterConfig) && mayEdit
  const document = useQuery(configDocumentQuery(useCall(), documentKey))
  const [isOpen, setIsOpen] = useState(false)
  const config = document.data && read(document.data)
  if (document.isSuccess && config === undefined) return null
  return (
    <ConfigurationCard
      title={title}
      description={description}
      onUpdate={canEdit && config !== undefined ? () => setIsOpen(true) : undefined}
    >
      <Loaded query={document} lines={3}>
        {() =>
          config !== undefined && (
            <>
              <DefinitionList items={items(config)} />
              <FormDialog isOpen={isOpen} close={() => setIsOpen(false)} title={editTitle}>
                {form(config)}
              </FormDialog>
            </>
          )
        }
      </Loaded>
    </ConfigurationCard>
  )
}
