import type { Capability, ShareState } from '@logyard/contract/identity/shares'
import { NativeSelect } from '@mantine/core'
import { useText } from '../base/text/text.tsx'

export interface CapabilitySelectProps {
  /** Shown above the field, or only read by screen readers in a row. */
  readonly label?: string
  readonly hiddenLabel?: string
  readonly capabilities: ShareState['available_capabilities']
  readonly value: Capability
  readonly onChange: (capability: Capability) => void
}

/** Viewer, manager or owner. */
export function CapabilitySelect({ label, hiddenLabel, capabilities, value, onChange }: CapabilitySelectProps) {
  const t = useText()
  return (
    <NativeSelect
      {...(label === undefined ? { 'aria-label': hiddenLabel, size: 'xs' } : { label })}
      data={capabilities.map(({ id }) => ({ value: id, label: t(`sharing.capability.${id}`) }))}
      value={value}
      onChange={(event) => {
        const chosen = capabilities.find(({ id }) => id === event.currentTarget.value)
        if (chosen !== undefined) onChange(chosen.id)
      }}
    />
  )
}
