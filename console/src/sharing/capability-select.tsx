import type { Capability, ShareState } from '@logyard/contract/identity/shares'
import { useText } from '../base/text/text.tsx'
import { TypedSelect } from '../ui/typed-select.tsx'

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
    <TypedSelect
      {...(label === undefined ? { 'aria-label': hiddenLabel, size: 'xs' } : { label })}
      choices={capabilities.map(({ id }) => id)}
      labelOf={(id) => t(`sharing.capability.${id}`)}
      value={value}
      onChange={onChange}
    />
  )
}
