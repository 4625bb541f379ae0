/** Returns where a link of a foreign text leads inside the page. Undefined for a link that leads nowhere. */
export type Inside = (address: string) => string | undefined;
