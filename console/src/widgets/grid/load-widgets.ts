/** Loads what most widgets are made of, while their page is loading; they load it themselves otherwise. */
export function loadWidgets(): void {
  // What fails to load is loaded again, and reported, where it is shown.
  void Promise.all([import('./widget-columns.tsx'), import('../aggregation/aggregation-view.tsx')]).catch(
    () => undefined,
  )
}
