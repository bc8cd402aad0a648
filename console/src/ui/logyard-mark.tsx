/** The product's logo: a stack of logs seen from their ends. */
export function LogyardMark({ size = 26 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-spruce-7)" />
      <g fill="none" stroke="var(--mantine-color-white)" strokeWidth="2.4">
        <circle cx="10.5" cy="20.5" r="4.3" />
        <circle cx="21.5" cy="20.5" r="4.3" />
        <circle cx="16" cy="11" r="4.3" />
      </g>
    </svg>
  )
}
