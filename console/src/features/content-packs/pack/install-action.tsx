import type { ConstraintCheckResult, ContentPack } from '@logyard/contract/content-packs/content-packs'
import { Button } from '@mantine/core'
import { IconBoxSeam } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import { InstallDialog } from '../install/install-dialog.tsx'
import { useWhyNot } from '../use-why-not.ts'

interface InstallActionProps {
  readonly pack: ContentPack
  readonly constraints: readonly ConstraintCheckResult[]
}

/** The main action of a pack's page: installs the revision that is shown. */
export function InstallAction({ pack, constraints }: InstallActionProps) {
  const t = useText()
  const whyNot = useWhyNot()
  const [isOpen, setIsOpen] = useState(false)
  const isUnmet = constraints.some(({ fulfilled }) => !fulfilled)
  const reason = whyNot.install(pack) ?? (isUnmet ? t('contentPacks.unmet') : undefined)
  return (
    <>
      <Tooltip label={reason} disabled={reason === undefined}>
        <Button
          leftSection={<IconBoxSeam size={16} />}
          {...(reason === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => reason === undefined && setIsOpen(true)}
        >
          {t('contentPacks.install')}
        </Button>
      </Tooltip>
      {isOpen && <InstallDialog pack={pack} onClose={() => setIsOpen(false)} />}
    </>
  )
}
