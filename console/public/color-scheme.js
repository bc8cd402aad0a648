// Runs before the first paint, so that a dark console never flashes white. The modes are those of the preference
// `themeMode`; the theme module takes over once the application runs.
;(() => {
  let mode = null
  try {
    mode = localStorage.getItem('themeMode')
  } catch {
    // Storage is switched off in this browser: the system's preference decides.
  }
  const dark = mode === 'noir' || (mode !== 'teint' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
