import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { type ConfigDocument, configDocumentQuery } from '../../cluster/config-document-query.ts'
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { ConfigurationCard } from './configuration-card.tsx'
import { useCanEditDocuments } from './use-can-edit-documents.ts'

export interface DocumentCardProps<T> {
  readonly documentKey: string
  readonly title: string
  readonly description: string
  /** `undefined` hides the card: the server does not know the document. */
  readonly read: (document: ConfigDocument) => T | undefined
  readonly items: (config: T) => readonly Definition[]
  readonly dialog: (config: T, onClose: () => void) => ReactNode
}

/** The card of one document, with the dialog that changes it. */
export function DocumentCard<T>({ documentKey, title, description, read, items, dialog }: DocumentCardProps<T>) {
  const canEdit = useCanEditDocuments()
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
      {document.isError && <LoadFailed error={document.error} onRetry={document.refetch} />}
      {document.isPending && <Skeleton h={60} />}
      {config !== undefined && <DefinitionList items={items(config)} />}
      {isOpen && config !== undefined && dialog(config, () => setIsOpen(false))}
    </ConfigurationCard>
  )
}
