import { type GrnType, prepareShare } from '@logyard/contract/identity/shares'
import { Button } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { deferred } from '../base/deferred/deferred.tsx'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'
import { ExplainedButton } from '../ui/explained-button.tsx'
import { ToolButton } from '../ui/tooltip/tool-button.tsx'

const ShareDialog = deferred(() => import('./share-dialog.tsx').then((module) => module.ShareDialog))

/** Types of entities that can be shared. */
type ShareableType = Extract<GrnType, 'stream' | 'dashboard' | 'search' | 'event_definition' | 'notification'>

interface ShareButtonProps {
  readonly grn: string
  readonly type: ShareableType
  readonly title: string
  readonly note?: string | undefined
  /** A small icon, for a row of a list. */
  readonly isIcon?: boolean
}

/** Opens the share dialog; disabled unless the user owns the entity. The screen's `areas` must include `sharing`. */
export function ShareButton({ grn, type, title, note, isIcon = false }: ShareButtonProps) {
  const t = useText()
  const isOwner = useMay()(prepareShare, { grn })
  const [isOpen, setIsOpen] = useState(false)
  // Once opened, the dialog stays mounted for its closing animation.
  const [isWanted, setIsWanted] = useState(false)
  const open = () => {
    setIsWanted(true)
    setIsOpen(true)
  }
  const typeName = t(`sharing.type.${type}`)
  if (isIcon && !isOwner) return null
  if (!isOwner) {
    const why = `${t('sharing.notPossible')}: ${t('sharing.onlyOwners', { type: typeName })}`
    return (
      <ExplainedButton variant="default" leftSection={<IconShare size={16} />} disabledBecause={why}>
        {t('sharing.share')}
      </ExplainedButton>
    )
  }
  return (
    <>
      {isIcon ? (
        <ToolButton size={24} label={t('sharing.shareOne', { title })} tooltip={t('sharing.share')} onClick={open}>
          <IconShare size={15} />
        </ToolButton>
      ) : (
        <Button variant="default" leftSection={<IconShare size={16} />} onClick={open}>
          {t('sharing.share')}
        </Button>
      )}
      {isWanted && (
        <ShareDialog entity={{ grn, typeName, title, note }} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
