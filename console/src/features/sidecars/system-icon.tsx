import {
  IconBrandApple,
  IconBrandUbuntu,
  IconBrandWindows,
  IconQuestionMark,
  type TablerIcon,
} from '@tabler/icons-react'
import { systemName } from './model/operating-system.ts'
import classes from './sidecars.module.css'

const ICONS: Readonly<Record<string, TablerIcon>> = {
  linux: IconBrandUbuntu,
  windows: IconBrandWindows,
  darwin: IconBrandApple,
}

/** An operating system with its symbol. */
export function SystemName({ system }: { system: string }) {
  const Icon = ICONS[system.toLowerCase()] ?? IconQuestionMark
  return (
    <span className={classes['system']}>
      <Icon size={15} aria-hidden />
      <span translate="no">{systemName(system)}</span>
    </span>
  )
}
