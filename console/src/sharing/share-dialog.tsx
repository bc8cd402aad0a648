import { Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sharedEntityPage } from '../base/routes/entity-pages.ts'
import { useHrefOf } from '../base/routes/location.ts'
import { useCall } from '../base/services/services.tsx'
import { useRichText, useText } from '../base/text/text.tsx'
import { useFailureToast } from '../base/toasts/use-failure-toast.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import classes from './share-dialog.module.css'
import { ShareForm } from './share-form.tsx'
import { type Selection, type SharedEntity, shareStateQuery } from './share-queries.ts'

export interface ShareDialogProps {
  readonly entity: SharedEntity
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Edits which users may view, manage and own an entity. Nothing changes until `Save`. */
export function ShareDialog({ entity, isOpen, onClose }: ShareDialogProps) {
  const rich = useRichText()
  const title = rich('sharing.title', {
    type: entity.typeName,
    title: <span translate="no">{entity.title}</span>,
  })
  return (
    <Modal opened={isOpen} onClose={onClose} size="xl" title={title} closeOnClickOutside={false}>
      <DialogContent entity={entity} onClose={onClose} />
    </Modal>
  )
}

function DialogContent({ entity, onClose }: Omit<ShareDialogProps, 'isOpen'>) {
  const [draft, setDraft] = useState<Selection>()
  const state = useQuery(shareStateQuery(useCall(), entity.grn, draft))
  useFailureToast(state.error, 'sharing.toast.prepareFailed', { type: entity.typeName, title: entity.title })
  return (
    <Loaded query={state}>
      {(found) => (
        <>
          <ShareForm
            entity={entity}
            state={found}
            selection={draft ?? found.selected_grantee_capabilities}
            isChecking={state.isFetching}
            onChange={setDraft}
            onClose={onClose}
          />
          <ShareableUrl grn={entity.grn} />
        </>
      )}
    </Loaded>
  )
}

function ShareableUrl({ grn }: { grn: string }) {
  const t = useText()
  const href = useHrefOf()
  const page = sharedEntityPage(grn)
  const url = new URL(page === undefined ? window.location.href : href(page), window.location.origin)
  return (
    <TextInput
      mt="lg"
      className={classes['url'] ?? ''}
      label={t('sharing.url')}
      value={String(url)}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton value={String(url)} label={t('sharing.url.copy')} />}
    />
  )
}
