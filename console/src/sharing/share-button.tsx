import { type GrnType, prepareShare } from '@logyard/contract/identity/shares'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'

const ShareDialog = lazy(() => import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })))

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
      <Tooltip label={why} multiline maw={320}>
        <Button variant="default" leftSection={<IconShare size={16} />} data-disabled aria-disabled>
          {t('sharing.share')}
        </Button>
      </Tooltip>
    )
  }
  return (
    <>
      {isIcon ? (
        <Tooltip label={t('sharing.share')}>
          <ActionIcon size={24} aria-label={t('sharing.shareOne', { title })} onClick={open}>
            <IconShare size={15} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button variant="default" leftSection={<IconShare size={16} />} onClick={open}>
          {t('sharing.share')}
        </Button>
      )}
      <Suspense fallback={null}>
        {isWanted && (
          <ShareDialog entity={{ grn, typeName, title, note }} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
