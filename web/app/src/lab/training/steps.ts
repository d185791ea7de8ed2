/** endless is how many steps are as good as no end. */
export const endless = 1_000_000;
