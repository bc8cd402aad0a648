import { getUrlWhitelist, updateUrlWhitelist } from '@logyard/contract/url-whitelist/url-whitelist'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'
import { WhitelistDialog } from './whitelist-dialog.tsx'

interface AddToWhitelistProps {
  readonly newEntry: NonNullable<ComponentProps<typeof WhitelistDialog>['newEntry']>
  /** Whether the button is shown to users who may change the whitelist. */
  readonly isOffered: boolean
  readonly isAdding: boolean
  readonly onAdding: (isAdding: boolean) => void
}

/** The button that adds a URL to the whitelist, and its dialog. */
export function AddToWhitelist({ newEntry, isOffered, isAdding, onAdding }: AddToWhitelistProps) {
  const t = useText()
  const may = useMay()
  return (
    <>
      {isOffered && may([getUrlWhitelist, updateUrlWhitelist]) && (
        <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={() => onAdding(true)}>
          {t('whitelist.addUrl')}
        </Button>
      )}
      {isAdding && <WhitelistDialog newEntry={newEntry} onClose={() => onAdding(false)} />}
    </>
  )
}
