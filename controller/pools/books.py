"""The arithmetic of a pool, the same for every back end.

A back end looks up what `Facts` asks for, calls `settle` and writes down what the `Decision` says,
all in one transaction. Nothing here reads or writes.

What becomes of money, beyond the readings:

- Only increments overflow, in whole cents; the residue stays on the meter. A reset (R21) or a
  reversal may leave the meter above the limit: increments then overflow until it is below again.
- An increment comes off where it went: overflow, meter, reserve. Where the meter alone does not
  suffice, the reservation of its own round gives way. What is reserved for others, or was reset
  away since (R24a), the house carries; nothing ever becomes negative.
- A reset leaves on the meter what others contributed or hold, and adds the seed of the parameters
  under which the award was won. A pending change is in force from then on.
- A reversed award always goes back onto the meter. Its reset is undone (seed to the house, reserve
  to the reserve, parameters as before) unless another round has a win that was worked out after
  it: then seed and reserve stay on the meter, and the house carries the seed.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from controller.domain.base import evolve, existing
from controller.domain.money import ZERO, Money, shared_out
from controller.pools import (
    EVERYTHING,
    Accounts,
    AtMost,
    Books,
    Contribution,
    Hit,
    Percent,
    Record,
    Reservation,
    Version,
    cents_rounded_down,
    cents_rounded_up,
    exact,
    membership,
)
from controller.pools import transfers as c
from controller.pools.decision import Decision, Done, Facts, alone, in_force, no_room, not_linked
from controller.pools.refusals import PoolRefusal, PoolRefused


def cents_above(limit: Money | None, before: int, after: int) -> Money:
    """The whole cents that an increment brings above the limit; the residue stays below."""
    if limit is None or after <= before:
        return ZERO
    return max(ZERO, cents_rounded_down(after) - limit) - max(
        ZERO, cents_rounded_down(before) - limit
    )


def settle(facts: Facts, transfer: c.Transfer) -> Decision:
    """Work a transfer out that was never answered before."""
    before = facts.books.checked(facts.pool)
    seq = before.seq + 1
    done = _DO[type(transfer)](facts, transfer, seq)
    if isinstance(done, PoolRefused):
        passes = done.refusal is PoolRefusal.MORE_THAN_AVAILABLE  # once the meter has grown
        final = isinstance(transfer, c.Claim) and not passes
        return Decision(done, final, evolve(before, seq=seq))
    done = done._replace(books=evolve(done.books, seq=seq))
    return _decided(facts.pool, before, transfer.id, done)


def open_books(pool: str, transfer: c.Open) -> Decision:
    """A new pool: its meter stands at the seed, or at what the house brings in.

    A table's own pool bears its name and is opened by its set-up, all others by two people.
    """
    if transfer.who != (pool,) and (refused := alone(transfer.who)):
        return Decision(refused, False, Books())
    parameters, reserve = transfer.parameters, exact(transfer.reserve)
    seed = exact(parameters.seed) if transfer.meter is None else 0
    brought = 0 if transfer.meter is None else exact(transfer.meter)
    version = parameters.version
    books = Books(
        seq=1,
        meter=seed + brought,
        reserve=reserve,
        seeds=seed,
        house=brought + reserve,
        version=version,
        latest=version,
    )
    agreed = Version(**vars(parameters), who=transfer.who, at=transfer.at, in_force_since=1)
    return _decided(pool, Books(), transfer.id, Done(books, (agreed,)))


def _decided(pool: str, before: Books, id: str, done: Done) -> Decision:
    after = done.books.checked(pool)
    names = (field.name for field in fields(Accounts))
    moved = Accounts(*(getattr(after, name) - getattr(before, name) for name in names))
    result = done.amount, done.basis, done.house_carries
    receipt = c.Receipt(id, after.seq, after.available, moved, after.version, *result)
    return Decision(receipt, True, after, done.records, moved)


def _contribute(facts: Facts, transfer: c.Contribute, seq: int) -> Done | PoolRefused:
    """R16: exact, the residue carried."""
    books, wagers = facts.books, transfer.wagers
    if refused := not_linked(facts, transfer.table):
        return refused
    current = in_force(facts)
    played = current if transfer.version is None else facts.version(transfer.version)
    if played is None or played.in_force_since is None:
        return PoolRefused(PoolRefusal.NO_SUCH_VERSION, f"{transfer.version} seen.")
    on_meter = int(played.wager) * played.increment_millionths
    on_reserve = int(played.wager) * played.reserve_increment_millionths
    if refused := no_room(books, (on_meter + on_reserve) * wagers):
        return refused
    meter = books.meter + on_meter * wagers
    spilled = exact(cents_above(current.limit, books.meter, meter))
    after = evolve(
        books,
        meter=meter - spilled,
        reserve=books.reserve + on_reserve * wagers,
        overflow=books.overflow + spilled,
        contributed=books.contributed + (on_meter + on_reserve) * wagers,
        wagers_in=books.wagers_in + wagers,
        last_contribution=seq,
    )
    contribution = Contribution(
        transfer.id, seq, transfer.table, transfer.round, wagers, on_meter, on_reserve, spilled
    )
    return Done(after, (contribution,))


def _take_back(facts: Facts, transfer: c.TakeBack, _: int) -> Done | PoolRefused:
    """R31; what was reset away since, by anybody's win, the house carries (R24a)."""
    books, wagers = facts.books, transfer.wagers
    given = facts.contribution(transfer.contribution)
    if given is None:
        return PoolRefused(PoolRefusal.NO_SUCH_CONTRIBUTION, f"{transfer.contribution} seen.")
    left = given.wagers - given.taken_back
    if wagers > left:
        return PoolRefused(PoolRefusal.MORE_THAN_CONTRIBUTED, f"{wagers} seen, {left} left.")
    total = (given.on_meter + given.on_reserve) * wagers
    after = evolve(
        books,
        contributed=books.contributed - total,
        wagers_taken_back=books.wagers_taken_back + wagers,
    )
    given = evolve(given, taken_back=given.taken_back + wagers)
    if given.seq < books.last_reset:
        return Done(evolve(after, house=books.house + total), (given,), house_carries=True)
    return _off_the_meter(facts, after, given, wagers)


def _off_the_meter(facts: Facts, books: Books, given: Contribution, wagers: int) -> Done:
    off = given.on_meter * wagers
    from_overflow = min(given.overflowed, exact(cents_rounded_up(off)))
    wanted = off - from_overflow  # below nothing by less than a cent: a residue comes back
    records: tuple[Record, ...] = ()
    own, short = facts.open_reservation(given.table, given.round), max(0, wanted - books.free)
    if own is not None and own.held and short:
        gives_way = min(own.held, cents_rounded_up(short))
        records = (evolve(own, held=own.held - gives_way),)
        books = evolve(books, reserved=books.reserved - gives_way)
    from_meter = min(wanted, books.free)
    carried, meter = wanted - from_meter, books.meter - from_meter
    spilled = exact(cents_above(in_force(facts).limit, books.meter, meter))
    after = evolve(
        books,
        meter=meter - spilled,
        overflow=books.overflow - from_overflow + spilled,
        reserve=books.reserve - given.on_reserve * wagers,  # only a reset takes anything else off
        house=books.house + carried,
    )
    given = evolve(given, overflowed=given.overflowed - from_overflow + spilled)
    return Done(after, (given, *records), house_carries=carried > 0)


def _asked(amount: c.Asked, basis: Money) -> Money | PoolRefused:
    if isinstance(amount, Percent):
        return shared_out(basis, amount.percent, amount.winners) * amount.winners
    if isinstance(amount, AtMost):
        return min(amount.at_most, basis)
    if amount > basis:
        return PoolRefused(PoolRefusal.MORE_THAN_AVAILABLE, f"{amount} seen, {basis} available.")
    return amount


def _is_whole(asked: c.Asked, amount: Money, basis: Money) -> bool:
    return amount == basis or (isinstance(asked, Percent) and asked.percent == EVERYTHING.percent)


def _reserve(facts: Facts, transfer: c.Reserve, seq: int) -> Done | PoolRefused:
    """R24: one reservation a round; other tables play on against the rest."""
    books, table, round_ = facts.books, transfer.table, transfer.round
    if refused := not_linked(facts, table):
        return refused
    standing = facts.open_reservation(table, round_)
    if standing is not None:
        detail = f"Round {round_} of {table} has {standing.id}."
        return PoolRefused(PoolRefusal.ONE_RESERVATION_A_ROUND, detail)
    amount = _asked(transfer.amount, books.available)
    if isinstance(amount, PoolRefused):
        return amount
    whole = _is_whole(transfer.amount, amount, books.available)
    reservation = Reservation(transfer.id, seq, table, round_, amount, seq, whole)
    after = evolve(books, reserved=books.reserved + amount)
    return Done(after, (reservation,), amount, books.available)


def _standing(facts: Facts, id: str) -> Reservation | PoolRefused:
    reservation = facts.reservation(id)
    if reservation is None:
        return PoolRefused(PoolRefusal.NO_SUCH_RESERVATION, f"{id} seen.")
    if reservation.closed:
        return PoolRefused(PoolRefusal.RESERVATION_CLOSED, f"{id} seen.")
    return reservation


def _claimable(facts: Facts, id: str) -> Reservation | PoolRefused:
    """What is held may always be let go; more is for a table that is linked."""
    reservation = _standing(facts, id)
    if isinstance(reservation, PoolRefused):
        return reservation
    return not_linked(facts, reservation.table) or reservation


def _amend(facts: Facts, transfer: c.Amend, seq: int) -> Done | PoolRefused:
    books, reservation = facts.books, _claimable(facts, transfer.reservation)
    if isinstance(reservation, PoolRefused):
        return reservation
    basis = books.available + reservation.held
    amount = _asked(transfer.amount, basis)
    if isinstance(amount, PoolRefused):
        return amount
    after = evolve(books, reserved=books.reserved - reservation.held + amount)
    whole = _is_whole(transfer.amount, amount, basis)
    amended = evolve(reservation, held=amount, set_at=seq, whole=whole)
    return Done(after, (amended,), amount, basis)


def _post(facts: Facts, transfer: c.Post, seq: int) -> Done | PoolRefused:
    """R21: the award leaves the meter; a 100 % award puts seed and reserve on it."""
    books, reservation = facts.books, _claimable(facts, transfer.reservation)
    if refused := alone(transfer.who):
        return refused
    if isinstance(reservation, PoolRefused):
        return reservation
    amount, taken = transfer.amount, exact(transfer.amount)
    if amount > reservation.held:
        detail = f"{amount} seen, {reservation.held} reserved."
        return PoolRefused(PoolRefusal.MORE_THAN_RESERVED, detail)
    if transfer.resets and (refused := _not_whole(facts, reservation, amount)):
        return refused
    hit = transfer.hit(seq, reservation)
    after = evolve(
        books,
        meter=books.meter - taken,
        paid=books.paid + taken,
        reserved=books.reserved - amount,
    )
    held = evolve(reservation, held=reservation.held - amount)
    if not transfer.resets:
        return Done(after, (held, hit), amount)
    after, hit, came_into_force = _reset(facts, after, hit)
    return Done(after, (held, hit, *came_into_force), amount)


def _not_whole(facts: Facts, reservation: Reservation, amount: Money) -> PoolRefused | None:
    """Why an award is not the one that resets the meter.

    That is the last of all there was on the meter when it was worked out. Posted again for other
    cents, it takes more than it leaves. What its table holds for another round is left as well.
    """
    paid = facts.standing_hits_after(reservation.seq)
    own = [hit for hit in paid if hit.reservation == reservation.id]
    reset = max((hit.seq for hit in own if hit.resets), default=reservation.seq)
    if reset > reservation.set_at:
        return PoolRefused(PoolRefusal.NOT_THE_WHOLE_METER, f"{reservation.id} has reset it.")
    taken = sum((hit.amount for hit in own if hit.seq > reset), start=amount)
    left = facts.books.available + reservation.held - amount
    last = reservation.whole and reservation.held == amount
    others = [held for held in facts.open_by(reservation.table) if held.id != reservation.id]
    if (taken < left and not last) or any(held.held for held in others):
        return PoolRefused(PoolRefusal.NOT_THE_WHOLE_METER, f"{taken} seen, {left} left.")
    return no_room(facts.books, exact(in_force(facts).seed))


def _reset(facts: Facts, books: Books, hit: Hit) -> tuple[Books, Hit, tuple[Version, ...]]:
    seed, reserve = exact(in_force(facts).seed), books.reserve
    following = books.after_reset
    latest = existing(facts.version(following), f"pool {facts.pool}: no parameters {following}")
    after = evolve(
        books,
        meter=books.meter + seed + reserve,
        reserve=0,
        seeds=books.seeds + seed,
        version=following,
        last_reset=hit.seq,
    )
    before = {"version_before": books.version, "reset_before": books.last_reset}
    hit = evolve(hit, seed=seed, reserve=reserve, **before)
    if latest.in_force_since is not None:
        return after, hit, ()
    return after, hit, (evolve(latest, in_force_since=hit.seq),)


def _release(facts: Facts, transfer: c.Release, _: int) -> Done | PoolRefused:
    books, reservation = facts.books, _standing(facts, transfer.reservation)
    if isinstance(reservation, PoolRefused):
        return reservation
    held = reservation.held
    after = evolve(books, reserved=books.reserved - held)
    return Done(after, (evolve(reservation, held=ZERO, closed=True),), held)


def _reverse(facts: Facts, transfer: c.Reverse, _: int) -> Done | PoolRefused:
    """R31: the award goes back; so does its reset, where no win of others depends on it."""
    books, hit = facts.books, facts.hit(transfer.award)
    if hit is None:
        return PoolRefused(PoolRefusal.NO_SUCH_AWARD, f"{transfer.award} seen.")
    if hit.reversed:
        return PoolRefused(PoolRefusal.ALREADY_REVERSED, f"{hit.id} seen.")
    later = [other for other in facts.standing_hits_after(hit.seq) if _same_round(other, hit)]
    if later:
        return PoolRefused(PoolRefusal.LATER_AWARD_FIRST, f"{later[-1].id} is later than {hit.id}.")
    given_back = exact(hit.amount)
    after = evolve(books, meter=books.meter + given_back, paid=books.paid - given_back)
    undone = evolve(
        after,
        meter=after.meter - hit.seed - hit.reserve,
        reserve=after.reserve + hit.reserve,
        seeds=after.seeds - hit.seed,
        version=hit.version_before,
        last_reset=hit.reset_before,
    )
    undo = hit.resets and books.last_reset == hit.seq and undone.free >= 0
    undo = undo and not _others_won_since(facts, hit)
    return Done(
        undone if undo else after,
        (evolve(hit, reversed=True),),
        hit.amount,
        house_carries=hit.resets and not undo,
    )


def _same_round(one: Hit | Reservation, other: Hit) -> bool:
    return (one.table, one.round) == (other.table, other.round)


def _others_won_since(facts: Facts, hit: Hit) -> bool:
    """Does another round hold or has it been paid what was worked out on the meter after it?"""
    paid = {later.reservation for later in facts.standing_hits_after(hit.seq)}
    return any(
        reservation.held or reservation.id in paid
        for reservation in facts.reservations_set_after(hit.seq)
        if not _same_round(reservation, hit)
    )


_DO: Final[Mapping[type[c.Transfer], Callable[[Facts, Any, int], Done | PoolRefused]]] = {
    c.Join: membership.join,
    c.Leave: membership.leave,
    c.Move: membership.move,
    c.ChangeParameters: membership.change,
    c.WithdrawChange: membership.withdraw,
    c.Contribute: _contribute,
    c.TakeBack: _take_back,
    c.Reserve: _reserve,
    c.Amend: _amend,
    c.Post: _post,
    c.Release: _release,
    c.Reverse: _reverse,
}
