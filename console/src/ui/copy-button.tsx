import { ActionIcon, Button, CopyButton as MantineCopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useText } from '../base/text/text.tsx'
import { Tooltip } from './tooltip/tooltip.tsx'

export interface CopyButtonProps {
  readonly value: string
  /** What it does: `Copy error details to clipboard`. Shown beside the icon with `withLabel`, else as a tooltip. */
  readonly label: string
  readonly withLabel?: boolean
}

/** Copies a value and confirms it. */
export function CopyButton({ value, label, withLabel = false }: CopyButtonProps) {
  const t = useText()
  return (
    <MantineCopyButton value={value} timeout={2000}>
      {({ copied, copy }) => {
        const icon = copied ? <IconCheck size={15} /> : <IconCopy size={15} />
        const told = copied ? t('ui.copied') : label
        return withLabel ? (
          <Button size="xs" variant="default" leftSection={icon} onClick={copy}>
            {told}
          </Button>
        ) : (
          <Tooltip label={told}>
            <ActionIcon onClick={copy} aria-label={label}>
              {icon}
            </ActionIcon>
          </Tooltip>
        )
      }}
    </MantineCopyButton>
  )
}
