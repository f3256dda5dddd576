"""A beam for every seat: filters over all microphones that keep its mouth and leave out the others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from voicenuts.hearing.coupling import SIZE, Couplings

AHEAD = 256
"""Samples (16 ms) by which a beam's filters look ahead."""

BEHIND = SIZE // 2
"""Samples they look back."""

LOADING = 1e-3
"""Of the mean power that is left out so much is added to every microphone's: the filters must not amplify
what no two microphones have in common."""

Filters = NDArray[np.float64]
"""(channels, AHEAD + BEHIND): what each microphone adds to a beam."""


def design(couplings: Couplings, seat: int) -> Filters:
    """The minimum variance distortionless response beam of a known seat.

    w = R^-1 h / (h^H R^-1 h) in every bin, with R the sum of the other known mouths' covariances and the
    room's, h the seat's relative transfer function to its own microphone (Gannot, Vincent, Markovich-Golan
    and Ozerov 2017, doi 10.1109/TASLP.2016.2647702, section IV).  Own speech stays as the own microphone has
    it. Microphones of mouths that are not known yet have no part in it: they would be heard in it all the
    more.
    """
    use = np.flatnonzero(couplings.known)
    own, others = couplings.mouths[seat], use[use != seat]
    rest = (couplings.mouths[others].sum(axis=0) + couplings.room)[:, use][:, :, use]
    power = np.trace(rest, axis1=1, axis2=2).real / len(use)
    load = LOADING * power + 1e-6 * own[:, seat, seat].real + 1e-12
    rest = rest + load[:, None, None] * np.eye(len(use))
    reaches = own[:, use, seat] / np.maximum(own[:, seat, seat].real, 1e-12)[:, None]
    aimed = np.linalg.solve(rest, reaches[..., None])[..., 0]
    weights = np.zeros(own.shape[:2], complex)
    weights[:, use] = aimed / np.einsum("fm,fm->f", reaches.conj(), aimed)[:, None]
    return _finite(np.fft.irfft(weights.conj(), n=SIZE, axis=0).T)


def untouched(channels: int, seat: int) -> Filters:
    """The beam that is the seat's own microphone."""
    filters = np.zeros((channels, AHEAD + BEHIND))
    filters[seat, AHEAD] = 1.0
    return filters


def applied(filters: Filters, wave: NDArray[np.float64]) -> NDArray[np.float64]:
    """The beam over a (samples, channels) wave, in time with it; beyond its ends there is silence."""
    count = len(wave) + filters.shape[1] - 1
    size = 1 << (count - 1).bit_length()
    spectrum = np.fft.rfft(wave, size, axis=0) * np.fft.rfft(filters.T, size, axis=0)
    whole = np.fft.irfft(spectrum.sum(axis=1), size)
    return np.asarray(whole[AHEAD : AHEAD + len(wave)])


def leaks_db(couplings: Couplings, filters: NDArray[np.float64]) -> NDArray[np.float64]:
    """How loud each known mouth (rows) is in each seat's beam, relative to its own beam (dB; NaN: unknown).

    Of the first difference, as all levels are.
    """
    spectra = np.fft.rfft(filters, SIZE, axis=2)  # (seats, channels, bins)
    lift = np.abs(1 - np.exp(-2j * np.pi * np.arange(spectra.shape[2]) / SIZE)) ** 2
    power = np.einsum("scf,mfcd,sdf,f->ms", spectra, couplings.mouths, spectra.conj(), lift).real
    own = np.diag(power)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        db = 10 * np.log10(np.maximum(power, 1e-12) / own)
    db[~couplings.known] = np.nan
    return np.asarray(db)


def _finite(endless: NDArray[np.float64]) -> Filters:
    """Circular impulse responses of SIZE samples, cut to what a beam looks back and ahead, with soft ends."""
    cut = np.roll(endless, AHEAD, axis=1)[:, : AHEAD + BEHIND].copy()
    cut[:, : AHEAD // 2] *= np.linspace(0, 1, AHEAD // 2)
    cut[:, -AHEAD:] *= np.linspace(1, 0, AHEAD)
    return cut
