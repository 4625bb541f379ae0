/** Where a link of a foreign text leads inside of the page. Other links lead nowhere. */
export type Inside = (address: string) => string | undefined;
