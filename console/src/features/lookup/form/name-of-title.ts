/** The name that a new object gets from its title until the user types another one. */
export const nameOfTitle = (title: string): string => title.trim().replaceAll(/\W+/g, '-').toLowerCase()
