import type { GrnType } from '@logyard/contract/shares'
import { Button, Tooltip } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../app/session/current-user.tsx'
import { useText } from '../../app/text/text.tsx'
import { ShareDialog } from './share-dialog.tsx'

/** Kinds of entities that can be shared. */
type ShareableType = Extract<GrnType, 'stream' | 'dashboard' | 'search' | 'event_definition' | 'notification'>

export interface ShareButtonProps {
  readonly grn: string
  readonly type: ShareableType
  readonly title: string
}

/** Opens the share dialog of an entity; only its owners may. The screen's areas must name `sharing`. */
export function ShareButton({ grn, type, title }: ShareButtonProps) {
  const t = useText()
  const isOwner = useMay()(`entity:own:${grn}`)
  const [isOpen, setIsOpen] = useState(false)
  const typeName = t(`sharing.type.${type}`)
  if (!isOwner) {
    const why = `${t('sharing.notPossible')}: ${t('sharing.onlyOwners', { type: typeName })}`
    return (
      <Tooltip label={why} multiline maw={320}>
        <Button variant="default" leftSection={<IconShare size={16} />} data-disabled aria-disabled>
          {t('sharing.share')}
        </Button>
      </Tooltip>
    )
  }
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={16} />} onClick={() => setIsOpen(true)}>
        {t('sharing.share')}
      </Button>
      <ShareDialog entity={{ grn, typeName, title }} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
